struct Light {
    float3 position;
};

// Gives the shade.
float shade(float3 normal, Light light) {
    return dot(normal, light.position);
}

void main() { }
