/// Where on a box something is attached: one of UIKit's nine places.
public enum CompositionalAlignment: String, Sendable, Hashable, CaseIterable {
    /// The centre.
    case none
    case top
    case topLeading
    case leading
    case bottomLeading
    case bottom
    case bottomTrailing
    case trailing
    case topTrailing

    /// A place on one axis.
    enum Position: Sendable, Hashable {
        case start
        case center
        case end
    }

    /// The place on the given axis: the beginning, the end, or the middle where none is named.
    func position(_ axis: LayoutAxis) -> Position {
        switch (self, axis) {
        case (.top, .vertical), (.topLeading, .vertical), (.topTrailing, .vertical): .start
        case (.bottom, .vertical), (.bottomLeading, .vertical), (.bottomTrailing, .vertical): .end
        case (.leading, .horizontal), (.topLeading, .horizontal), (.bottomLeading, .horizontal): .start
        case (.trailing, .horizontal), (.topTrailing, .horizontal), (.bottomTrailing, .horizontal): .end
        default: .center
        }
    }
}

/// A set of edges that names a point of a box: an edge pulls to its own side, and an axis without
/// one stays in the middle.
public struct CompositionalAnchor: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let top = CompositionalAnchor(rawValue: 1)
    public static let leading = CompositionalAnchor(rawValue: 2)
    public static let bottom = CompositionalAnchor(rawValue: 4)
    public static let trailing = CompositionalAnchor(rawValue: 8)

    /// The edges with their names, in the order in which they are written.
    static let names: [(edge: CompositionalAnchor, name: String)] = [
        (.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing"),
    ]

    /// Whether it names two opposite edges, and so no point.
    var isContradictory: Bool {
        isSuperset(of: [.top, .bottom]) || isSuperset(of: [.leading, .trailing])
    }

    /// The point in units of the box: 0 at leading or top, 1 at trailing or bottom, else 0.5.
    public var unitPoint: LayoutPoint {
        LayoutPoint(
            x: contains(.leading) ? 0 : contains(.trailing) ? 1 : 0.5,
            y: contains(.top) ? 0 : contains(.bottom) ? 1 : 0.5)
    }
}
