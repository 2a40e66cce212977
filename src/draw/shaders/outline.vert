// The mesh, grown by a constant width in the picture.
uniform mat4 clip_from_local;
uniform vec2 resolution;    // pixels
uniform float width;        // pixels
in vec3 position;
in vec3 outward;
void main() {
    vec4 clip = clip_from_local * vec4(position, 1.0);
    vec4 motion = clip_from_local * vec4(outward, 0.0);
    // Direction in which the projected point moves when the vertex moves outward.
    vec2 direction = (motion.xy * clip.w - clip.xy * motion.w) * resolution;
    float size = length(direction);
    if (size > 0.0) {
        clip.xy += direction / size * width * 2.0 / resolution * clip.w;
    }
    gl_Position = clip;
}
