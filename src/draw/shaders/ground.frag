// Three levels of lines, each ten times the one before. While the camera moves away, the finest fade out and the next
// take their place: no level ever pops in.
uniform float spacing;      // of the finest lines, metres
uniform float fading;       // of the finest lines, 0 to 1
uniform float thickness;    // pixels
uniform vec2 center;        // where the camera looks, on the ground
uniform float radius;       // where the grid has faded
uniform vec2 axes;          // where the axes cross
uniform float strength;
uniform vec4 thin;
uniform vec4 strong;
uniform vec4 axis_x;
uniform vec4 axis_z;
in vec2 ground;
layout(location = 0) out vec4 pixel;

// Part of the pixel that lines cover; none where lines are closer than a few pixels.
float lines(vec2 scale, float every, float width) {
    vec2 from_line = abs(fract(ground / every + 0.5) - 0.5) * every / scale;
    vec2 cover = clamp(0.5 * width + 0.5 - from_line, 0.0, 1.0);
    cover *= smoothstep(2.0, 10.0, every / scale);
    return max(cover.x, cover.y);
}

vec4 over(vec4 above, vec4 below) {
    float a = above.a + below.a * (1.0 - above.a);
    return a > 0.0 ? vec4((above.rgb * above.a + below.rgb * below.a * (1.0 - above.a)) / a, a) : vec4(0.0);
}

void main() {
    vec2 scale = max(fwidth(ground), vec2(1e-12));
    vec4 color = vec4(thin.rgb, thin.a * (1.0 - fading) * lines(scale, spacing, thickness));
    vec4 middle = mix(strong, thin, fading);
    middle.a *= lines(scale, 10.0 * spacing, thickness);
    color = over(middle, color);
    color = over(vec4(strong.rgb, strong.a * lines(scale, 100.0 * spacing, thickness)), color);
    vec2 axis = clamp(0.75 * thickness + 0.5 - abs(ground - axes) / scale, 0.0, 1.0);
    color = over(vec4(axis_z.rgb, axis_z.a * axis.x), color);
    color = over(vec4(axis_x.rgb, axis_x.a * axis.y), color);
    color.a *= strength - strength * smoothstep(0.15, 1.0, distance(ground, center) / radius);
    if (color.a < 0.004) {
        discard;
    }
    pixel = color;
}
