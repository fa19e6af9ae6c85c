// doc
struct VertexOut {
  @location(0) color: vec4f,
}
const PI: f32 = 3.14;
@group(0) @binding(0) var<uniform> u: Uniforms;
@vertex
fn vs_main(@location(0) pos: vec3f) -> VertexOut {
  var out: VertexOut;
  return out;
}
alias Real = f32;
