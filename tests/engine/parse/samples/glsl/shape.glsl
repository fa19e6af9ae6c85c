#version 330 core
struct Light {
    vec3 position;
};

// Gives the shade.
float shade(vec3 normal, Light light) {
    return dot(normal, light.position);
}

void main() { }
