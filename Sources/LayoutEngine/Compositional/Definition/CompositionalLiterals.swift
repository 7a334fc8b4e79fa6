// Numbers stand for points, as they do in a definition's JSON.

extension CompositionalDimension: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a length in points.
    public init(integerLiteral value: Int) { self = .absolute(Double(value)) }
    /// Creates a length in points.
    public init(floatLiteral value: Double) { self = .absolute(value) }
}

extension CompositionalSpacing: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a fixed distance in points.
    public init(integerLiteral value: Int) { self = .fixed(Double(value)) }
    /// Creates a fixed distance in points.
    public init(floatLiteral value: Double) { self = .fixed(value) }
}

extension LayoutInsets: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates the same distance on all edges, in points.
    public init(integerLiteral value: Int) { self.init(Double(value)) }
    /// Creates the same distance on all edges, in points.
    public init(floatLiteral value: Double) { self.init(value) }
}
