package import LayoutText

/// A rectangle in points: an origin and a size.
public struct LayoutRect: Sendable, Hashable, Codable {
    /// The left edge, in points.
    public var x: Double
    /// The upper edge, in points.
    public var y: Double
    /// The extent to the right, in points.
    public var width: Double
    /// The extent downwards, in points.
    public var height: Double

    /// Makes a rectangle from its origin and extents, in points.
    @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Makes a rectangle from its origin and size.
    @inlinable public init(origin: LayoutPoint, size: LayoutSize) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// A rectangle with its origin and extent along an axis and across it, the terms of solvers.
    @inlinable public init(
        axis: LayoutAxis, along: Double, cross: Double, alongLength: Double, crossLength: Double
    ) {
        if axis == .vertical {
            self.init(x: cross, y: along, width: crossLength, height: alongLength)
        } else {
            self.init(x: along, y: cross, width: alongLength, height: crossLength)
        }
    }

    /// A rectangle without extent at the origin.
    public static let zero = LayoutRect(x: 0, y: 0, width: 0, height: 0)

    /// The right edge, in points.
    @inlinable public var maxX: Double { x + width }
    /// The lower edge, in points.
    @inlinable public var maxY: Double { y + height }
    /// The upper left corner.
    @inlinable public var origin: LayoutPoint { LayoutPoint(x: x, y: y) }
    /// The extents.
    @inlinable public var size: LayoutSize { LayoutSize(width: width, height: height) }

    /// The coordinate at which the rectangle begins on the given axis.
    @inlinable public func min(_ axis: LayoutAxis) -> Double { axis == .vertical ? y : x }

    /// The coordinate at which the rectangle ends on the given axis.
    @inlinable public func max(_ axis: LayoutAxis) -> Double { axis == .vertical ? maxY : maxX }

    /// The extent on the given axis.
    @inlinable public func length(_ axis: LayoutAxis) -> Double { axis == .vertical ? height : width }

    /// The rectangle with all edges moved outward by a distance.
    package func grown(by distance: Double) -> LayoutRect {
        LayoutRect(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
    }

    /// The same rectangle, moved by the given points to the right and downwards.
    @inlinable public func offsetBy(x dx: Double, y dy: Double) -> LayoutRect {
        LayoutRect(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// Returns whether the two rectangles share some area.
    ///
    /// Strict on purpose: rectangles that only touch at an edge do not overlap, and a rectangle
    /// without area overlaps nothing. `CGRect.intersects` answers otherwise on some platforms, which
    /// gives one row too many at each end of a query that is aligned to row edges.
    @inlinable public func overlaps(_ other: LayoutRect) -> Bool {
        width > 0 && height > 0 && other.width > 0 && other.height > 0
            && x < other.maxX && maxX > other.x && y < other.maxY && maxY > other.y
    }
}

/// A direction: of scrolling, of a group's subitems, of a line's items.
public enum LayoutAxis: String, Sendable, Hashable, CaseIterable {
    /// Downwards.
    case vertical
    /// To the right.
    case horizontal

    /// The axis at a right angle to this one.
    @inlinable public var cross: LayoutAxis { self == .vertical ? .horizontal : .vertical }
}

/// A point in the coordinate space of a layout's content, in points; y grows downwards.
public struct LayoutPoint: Sendable, Hashable, Codable {
    /// The distance to the right of the origin, in points.
    public var x: Double
    /// The distance below the origin, in points.
    public var y: Double

    /// Makes a point from its coordinates, in points.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    public static let zero = LayoutPoint(x: 0, y: 0)

    /// The coordinate on the given axis.
    @inlinable public subscript(axis: LayoutAxis) -> Double {
        get { axis == .vertical ? y : x }
        set { if axis == .vertical { y = newValue } else { x = newValue } }
    }

    /// The coordinates as answers name them.
    package static let values: [NamedValue<LayoutPoint>] = [
        NamedValue("x") { .number($0.x) },
        NamedValue("y") { .number($0.y) },
    ]
}

/// A width and a height, in points.
public struct LayoutSize: Sendable, Hashable, Codable {
    /// The horizontal extent, in points.
    public var width: Double
    /// The vertical extent, in points.
    public var height: Double

    /// Makes a size from its extents, in points.
    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// No extent at all.
    public static let zero = LayoutSize(width: 0, height: 0)

    /// The extent on the given axis.
    @inlinable public subscript(axis: LayoutAxis) -> Double {
        get { axis == .vertical ? height : width }
        set { if axis == .vertical { height = newValue } else { width = newValue } }
    }
}
