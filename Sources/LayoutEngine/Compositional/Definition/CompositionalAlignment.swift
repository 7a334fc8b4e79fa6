/// The place of an attachment on a box: one of UIKit's nine places.
public enum CompositionalAlignment: String, Sendable, Hashable, CaseIterable {
    /// The centre.
    case none
    /// The middle of the upper edge.
    case top
    /// The upper corner where lines begin.
    case topLeading
    /// The middle of the edge where lines begin.
    case leading
    /// The lower corner where lines begin.
    case bottomLeading
    /// The middle of the lower edge.
    case bottom
    /// The lower corner where lines end.
    case bottomTrailing
    /// The middle of the edge where lines end.
    case trailing
    /// The upper corner where lines end.
    case topTrailing

    /// A place on one axis.
    enum Position: Sendable, Hashable {
        case start
        case center
        case end
    }

    /// The place on the given axis: the beginning, the end, or the middle if it names neither.
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

/// A set of edges that names a point of a box. An edge pulls to its own side, and an axis without one stays in the
/// middle.
public struct CompositionalAnchor: OptionSet, Sendable, Hashable {
    /// The edges as bits: 1 top, 2 leading, 4 bottom, 8 trailing.
    public let rawValue: UInt8

    /// Makes a set of edges from their bits; unknown bits are kept, and name nothing.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The upper edge.
    public static let top = CompositionalAnchor(rawValue: 1)
    /// The edge where lines begin: the left one, unless the layout is mirrored.
    public static let leading = CompositionalAnchor(rawValue: 2)
    /// The lower edge.
    public static let bottom = CompositionalAnchor(rawValue: 4)
    /// The edge where lines end: the right one, unless the layout is mirrored.
    public static let trailing = CompositionalAnchor(rawValue: 8)

    /// The edges with their names, in the order in which they are written.
    static let names: [(edge: CompositionalAnchor, name: String)] = [
        (.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing"),
    ]

    /// Whether it names two opposite edges, and so no point.
    var isContradictory: Bool { isSuperset(of: [.top, .bottom]) || isSuperset(of: [.leading, .trailing]) }

    /// The point in units of the box: 0 at leading or top, 1 at trailing or bottom, else 0.5.
    package var unitPoint: LayoutPoint {
        LayoutPoint(
            x: contains(.leading) ? 0 : contains(.trailing) ? 1 : 0.5,
            y: contains(.top) ? 0 : contains(.bottom) ? 1 : 0.5)
    }
}
