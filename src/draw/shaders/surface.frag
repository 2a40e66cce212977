// Light from the sky and the ground, a key light that stays with the camera so that shapes read from any side, and a
// faint rim. One lobe each: drawn in software, every pixel counts.
uniform vec4 paint;     // sRGB; opacity 0 takes the vertices' colours
uniform float glow;     // 0 to 1
uniform vec3 key;       // unit, toward the light
uniform vec4 viewer;    // the eye when w is 1, the unit direction toward it when w is 0
in vec3 local;
in vec3 surface_normal;
in vec3 vertex_color;
layout(location = 0) out vec4 pixel;

const vec3 SKY = vec3(0.42, 0.45, 0.50);
const vec3 GROUND = vec3(0.17, 0.15, 0.14);
const vec3 KEY = vec3(0.78, 0.75, 0.70);

void main() {
    vec3 srgb = paint.a > 0.0 ? paint.rgb : vertex_color;
    vec3 albedo = srgb * srgb;  // a gamma of 2 is near enough to sRGB's, and cheap both ways
    vec3 n = normalize(surface_normal);
    if (!gl_FrontFacing) {
        // The inside of an open mesh is seen: darker, so that holes are noticed.
        n = -n;
        albedo *= 0.35;
    }
    vec3 to_eye = normalize(viewer.xyz - viewer.w * local);
    float facing = clamp(dot(n, to_eye), 0.0, 1.0);
    vec3 light = mix(GROUND, SKY, 0.5 + 0.5 * n.y);
    light += KEY * max((dot(n, key) + 0.15) / 1.15, 0.0);
    float shine = max(dot(n, normalize(key + to_eye)), 0.0);
    shine *= shine, shine *= shine, shine *= shine, shine *= shine, shine *= shine;
    float rim = (1.0 - facing) * (1.0 - facing);
    rim *= rim;
    vec3 linear = albedo * light + 0.06 * shine + 0.10 * rim * SKY;
    linear += glow * (0.10 * albedo + 0.035);
    pixel = vec4(sqrt(clamp(linear, 0.0, 1.0)), 1.0);
}
