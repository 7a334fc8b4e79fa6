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

    /// The rectangle moved by the given points to the right and downwards.
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
    package static let values: [JSONValue.Named<LayoutPoint>] = [
        JSONValue.Named("x") { .number($0.x) },
        JSONValue.Named("y") { .number($0.y) },
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

/// Distances from the four edges of a box inwards, in points; leading is the left edge until a
/// right-to-left layout mirrors it.
public struct LayoutInsets: Sendable, Hashable {
    /// The inset at the top, in points.
    public var top: Double
    /// The inset at the beginning of lines, in points.
    public var leading: Double
    /// The inset at the bottom, in points.
    public var bottom: Double
    /// The inset at the end of lines, in points.
    public var trailing: Double

    /// Makes insets from the four sides, in points.
    @inlinable public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// One distance from all four edges.
    @inlinable public init(_ distance: Double) {
        self.init(top: distance, leading: distance, bottom: distance, trailing: distance)
    }

    /// Nothing is kept free.
    public static let zero = LayoutInsets()

    /// The inset at the beginning of the given axis: top or leading.
    @inlinable package func start(_ axis: LayoutAxis) -> Double { axis == .vertical ? top : leading }

    /// The inset at the end of the given axis: bottom or trailing.
    @inlinable package func end(_ axis: LayoutAxis) -> Double { axis == .vertical ? bottom : trailing }

    /// Both insets of the given axis together.
    @inlinable package func total(_ axis: LayoutAxis) -> Double { start(axis) + end(axis) }
}

/// A difference between an element as drawn and its frame: scaled and turned around its center, then moved.
///
/// The frame stays where the layout put it, as with `UICollectionViewLayoutAttributes`.
public struct LayoutTransform: Sendable, Hashable, Codable {
    /// The factor of both lengths. Default: 1.
    public var scale: Double
    /// The angle in radians, clockwise. Default: 0.
    public var rotation: Double
    /// The distance in points. Default: zero.
    public var translation: LayoutPoint

    /// Creates a transform; omitted parts change nothing.
    @inlinable public init(scale: Double = 1, rotation: Double = 0, translation: LayoutPoint = .zero) {
        self.scale = scale
        self.rotation = rotation
        self.translation = translation
    }

    /// The transform that changes nothing.
    public static let identity = LayoutTransform()
}

/// The grid that frames are rounded to, where a definition names a display scale.
///
/// Halves go up, towards greater coordinates, below zero as well. Lengths stacked along the scroll axis are rounded
/// once, so that each line begins on the grid. Frames side by side are rounded by their edges.
struct PixelGrid: Sendable, Hashable {
    /// Pixels for one point; nil if nothing is rounded.
    var scale: Double?

    /// The possible loss of sums of exact numbers, in pixels: a half that comes out a hair too small still goes up.
    private static let slack = 1e-7

    /// The length by which something may exceed its space and still fit, in points: half a pixel. Without a scale it
    /// is 1/64 point, the unit of browsers.
    ///
    /// Widths that were added up, or went through 32-bit floats, exceed their space by a hair: three thirds of 100.
    /// No frame is changed by it, so that the last one may end that much beyond the edge.
    var fitTolerance: Double { scale.map { 0.5 / $0 } ?? 1 / 64 }

    /// A length along the scroll axis.
    @inline(__always)
    func length(_ value: Double) -> Double {
        guard let scale else { return value }
        return Self.round(value, scale)
    }

    /// The insets with those along an axis rounded.
    func insets(_ insets: LayoutInsets, along axis: LayoutAxis) -> LayoutInsets {
        guard scale != nil else { return insets }
        var rounded = insets
        if axis == .vertical {
            rounded.top = length(insets.top)
            rounded.bottom = length(insets.bottom)
        } else {
            rounded.leading = length(insets.leading)
            rounded.trailing = length(insets.trailing)
        }
        return rounded
    }

    static func round(_ value: Double, _ scale: Double) -> Double {
        let rounded = (value * scale + 0.5 + slack).rounded(.down) / scale
        // Beyond what doubles hold exactly there is nothing to round.
        return rounded.isFinite ? rounded : value
    }

    /// Rounds what a mirror will turn around: halves go down, so that they go up in the mirror.
    static func roundMirrored(_ value: Double, _ scale: Double) -> Double { -round(-value, scale) }
}

/// A range of places along one axis, in points.
package struct AxisRange: Sendable, Hashable {
    package var start: Double
    package var end: Double

    package init(start: Double, end: Double) {
        self.start = start
        self.end = end
    }

    package var length: Double { end - start }
    package var isEmpty: Bool { !(end > start) }

    package mutating func move(by distance: Double) {
        start += distance
        end += distance
    }
}
