uniform mat4 clip_from_local;
in vec3 position;
in vec3 normal;
in vec3 color;
out vec3 local;
out vec3 surface_normal;
out vec3 vertex_color;
void main() {
    local = position;
    surface_normal = normal;
    vertex_color = color;
    gl_Position = clip_from_local * vec4(position, 1.0);
}
