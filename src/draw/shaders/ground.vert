uniform mat4 clip_from_local;
uniform float extent;
out vec2 ground;
void main() {
    int v = gl_VertexID;
    ground = extent * vec2(v == 1 || v == 2 || v == 4 ? 1.0 : -1.0, v == 2 || v == 4 || v == 5 ? 1.0 : -1.0);
    gl_Position = clip_from_local * vec4(ground.x, 0.0, ground.y, 1.0);
}
