// Discs, lines and arrows of a constant width in the picture: nine vertices an instance, six for the quad and three
// for the head. Positions are divided by w here, so that everything that follows is linear in the picture.
uniform mat4 eye_from_local;
uniform mat4 clip_from_eye;
uniform vec2 resolution;    // pixels
uniform float scale;        // pixels a point
uniform float near;         // depth of the near plane
uniform int phase;          // 0 halo, 1 colour, 2 hidden
in vec4 start;               // and the distance to neighbours, or 0 where there is room
in vec3 end;
in vec4 color;
in vec4 style;              // kind (0 disc, 1 line, 2 arrow), width, halo, opacity where hidden
uniform vec4 halo_color;
out vec4 stroke_color;
out vec4 edges;             // pixels to the four edges, positive inside; of a disc: position, radius
flat out int is_disc;

const float MARGIN = 1.0;   // for the smoothed edge, pixels

// Pixels and depth.
vec3 screen(vec4 eye) {
    vec4 clip = clip_from_eye * eye;
    return vec3(clip.xy / clip.w * resolution * 0.5, clip.z / clip.w);
}

// Factor of sizes: 1 where neighbours are 12 points apart or more, so that a disc takes half of the way at most.
float crowding(vec4 eye) {
    if (start.w <= 0.0) return 1.0;
    float pixels = start.w * clip_from_eye[1][1] * 0.5 * resolution.y / (clip_from_eye * eye).w;
    return clamp(pixels / (12.0 * scale), 0.2, 1.0);
}

void place(vec2 pixels, float depth) {
    gl_Position = vec4(pixels / (resolution * 0.5), depth, 1.0);
}

void skip() {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    edges = vec4(0.0);
}

void disc(vec3 middle, float radius, vec2 corner) {
    vec2 offset = corner * (radius + MARGIN);
    edges = vec4(offset, radius, 0.0);
    is_disc = 1;
    place(middle.xy + offset, middle.z);
}

void shaft(vec3 a, vec3 b, float half_width, vec2 corner) {
    float size = distance(a.xy, b.xy);
    vec2 along = (b.xy - a.xy) / size;
    vec2 across = vec2(-along.y, along.x);
    float s = corner.x < 0.0 ? -MARGIN : size + MARGIN;
    float t = corner.y * (half_width + MARGIN);
    edges = vec4(half_width - t, half_width + t, s, size - s);
    place(a.xy + along * s + across * t, mix(a.z, b.z, clamp(s / size, 0.0, 1.0)));
}

// A triangle with its edges moved outward by `grow`; moving them keeps the incentre.
void head(vec3 base, vec3 tip, float half_width, float grow, int v) {
    vec2 along = normalize(tip.xy - base.xy);
    vec2 across = vec2(-along.y, along.x) * half_width;
    float high = distance(tip.xy, base.xy);
    float side = length(vec2(high, half_width));
    float area2 = 2.0 * half_width * high;
    float inner = area2 / (2.0 * (side + half_width));
    vec2 middle = base.xy + along * inner;
    float factor = (inner + grow + MARGIN) / inner;
    vec2 p = v == 6 ? tip.xy : (v == 7 ? base.xy + across : base.xy - across);
    vec3 heights = vec3(high, area2 / side, area2 / side);
    edges = vec4(-MARGIN);
    edges[v - 6] = heights[v - 6] * factor - MARGIN;
    edges.w = 1e6;
    place(middle + (p - middle) * factor, v == 6 ? tip.z : base.z);
}

void main() {
    int v = gl_VertexID;
    vec2 corner = vec2(v == 1 || v == 2 || v == 4 ? 1.0 : -1.0, v == 2 || v == 4 || v == 5 ? 1.0 : -1.0);
    stroke_color = phase == 0 ? vec4(halo_color.rgb, halo_color.a * color.a) : color;
    stroke_color.a *= phase == 2 ? style.w : 1.0;
    is_disc = 0;
    vec4 a = eye_from_local * vec4(start.xyz, 1.0), b = eye_from_local * vec4(end, 1.0);
    if (stroke_color.a <= 0.0 || (-a.z < near && -b.z < near)) {
        skip();
        return;
    }
    if (-a.z < near) a = mix(a, b, (near + a.z) / (a.z - b.z));
    if (-b.z < near) b = mix(b, a, (near + b.z) / (b.z - a.z));
    vec3 sa = screen(a), sb = screen(b);
    float size = distance(sa.xy, sb.xy);
    float shrink = crowding(a);
    float half_width = max(0.5 * style.y * scale * shrink, 0.5);
    float grow = phase == 0 ? style.z * scale * shrink : 0.0;
    if (style.x < 0.5) {
        if (v < 6) disc(sa, half_width + grow, corner); else skip();
    } else if (size < 0.01 || (style.x < 1.5 && v >= 6)) {
        skip();
    } else if (style.x < 1.5) {
        shaft(sa, sb, half_width + grow, corner);
    } else {
        float head_size = min(4.0 * half_width + 4.5 * scale * shrink, 0.6 * size);
        vec3 base = mix(sb, sa, head_size / size);
        if (v < 6) shaft(sa, base, half_width + grow, corner);
        else head(base, sb, 0.42 * head_size, grow, v);
    }
}
