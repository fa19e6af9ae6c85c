pragma solidity ^0.8.0;

interface IShape { function area() external view returns (uint); }

/// A shape.
contract Shape is IShape {
    enum Kind { Round, Flat }
    struct Size { uint width; }
    modifier onlyOwner() { _; }
    /// Gives the area.
    function area() public view override returns (uint) {
        return 1;
    }
}

library Maths { function half(uint x) internal pure returns (uint) { return x / 2; } }
