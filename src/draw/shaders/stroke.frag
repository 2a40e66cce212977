in vec4 stroke_color;
in vec4 edges;
flat in int is_disc;
layout(location = 0) out vec4 pixel;
void main() {
    float inside = is_disc == 1 ? edges.z - length(edges.xy) : min(min(edges.x, edges.y), min(edges.z, edges.w));
    float cover = clamp(inside + 0.5, 0.0, 1.0);
    if (cover <= 0.0) {
        discard;
    }
    pixel = vec4(stroke_color.rgb, stroke_color.a * cover);
}
