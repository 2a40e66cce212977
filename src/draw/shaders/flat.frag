uniform vec4 paint;
layout(location = 0) out vec4 pixel;
void main() {
    pixel = paint;
}
