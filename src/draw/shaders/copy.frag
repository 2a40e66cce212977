uniform sampler2D frame;
in vec2 uv;
layout(location = 0) out vec4 pixel;
void main() {
    pixel = texture(frame, uv);
}
