uniform vec3 top;
uniform vec3 bottom;
in vec2 uv;
layout(location = 0) out vec4 pixel;
void main() {
    // Noise of less than one step of 8 bits hides the bands of a gentle gradient. Jorge Jimenez, "Next generation
    // post processing in Call of Duty", 2014.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    pixel = vec4(mix(bottom, top, smoothstep(0.0, 1.0, uv.y)) + noise / 255.0, 1.0);
}
