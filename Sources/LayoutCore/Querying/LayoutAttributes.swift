public import LayoutEngine
internal import LayoutSchema

/// The attributes of one element of a layout, as UIKit's layout attributes are to a collection view.
public struct LayoutAttributes: Sendable, Hashable {
    /// The kind of an element.
    public enum Kind: String, Sendable, Codable {
        /// An item.
        case cell
        /// A header, a footer or a badge.
        case supplementary
        /// A background.
        case decoration
    }

    /// The kind of the element.
    public var kind: Kind
    /// `header`, `footer` or the definition's own name; nil for cells.
    public var elementKind: String?
    /// The item's place, or the place of a section's own element, whose item is 0; nil for elements of the whole
    /// layout.
    public var indexPath: ItemIndexPath?
    /// The frame in content coordinates, in points, before ``transform``.
    public var frame: LayoutRect
    /// The place in the stack: elements with greater values are in front.
    public var zIndex: Int
    /// The item's row id; nil for what belongs to no item.
    public var itemID: Int64?
    /// The repetition of a layout that wraps; 0 in all other layouts.
    public var lap: Int
    /// True if the element changed after it was prepared.
    public var isStale: Bool
    /// The transform by which motion draws the element away from its frame. Default: identity.
    public var transform = LayoutTransform.identity
    /// The opacity, from 0 to 1. Default: 1.
    public var alpha = 1.0
    /// The place of a cell among its section's rows, in a table of one column with a background; nil elsewhere.
    public var rowPosition: RowPosition?
    /// How it moves by its place in the viewport; nil: it does not.
    package var motion: LayoutMotion.Directed?
    /// The frame of the cell that a badge moves with; nil: its own.
    package var host: HostFrame?

    /// A frame behind a pointer: few elements have one.
    package indirect enum HostFrame: Sendable, Hashable {
        case frame(LayoutRect)

        package var frame: LayoutRect {
            switch self {
            case .frame(let frame): frame
            }
        }
    }

    package init(
        kind: Kind, elementKind: String?, indexPath: ItemIndexPath?, frame: LayoutRect, zIndex: Int, itemID: Int64?,
        lap: Int, isStale: Bool, motion: LayoutMotion.Directed? = nil, host: LayoutRect? = nil
    ) {
        self.kind = kind
        self.elementKind = elementKind
        self.indexPath = indexPath
        self.frame = frame
        self.zIndex = zIndex
        self.itemID = itemID
        self.lap = lap
        self.isStale = isStale
        self.motion = motion
        self.host = host.map(HostFrame.frame)
    }

    /// The section's index; nil for what belongs to the whole layout.
    package var section: Int? { indexPath?.section }
    /// The item's index; 0 for what belongs to no item.
    package var item: Int { indexPath?.item ?? 0 }

    /// An element whose frame depends on the extent of its section, and on the viewport if it pins.
    package struct Pinned: Sendable {
        /// All but its frame.
        package let attributes: LayoutAttributes
        let element: BandBuffer.SectionElement
        private(set) var range: AxisRange
        /// The distance of its lap from lap 0.
        let shift: Double

        /// The element where it shows.
        package func placed(by placement: Placement) -> LayoutAttributes {
            var placed = attributes
            placed.frame = placement.frame(of: element, in: range, shift: shift)
            return placed
        }

        /// The element in a section, or a content, that is longer by a distance along the scroll axis.
        package func lengthened(by distance: Double) -> LayoutAttributes.Pinned {
            var pin = self
            pin.range.end += distance
            return pin
        }

        /// How a viewer may move it.
        package func pinRange(_ placement: Placement) -> StickyPlaces.PinRange {
            placement.pinRange(of: element, in: range, shift: shift)
        }
    }

    /// The element in its form for a viewport; nil if nothing of it shows in a rectangle.
    package func drawn(in viewport: LayoutRect, showing rect: LayoutRect) -> LayoutAttributes? {
        guard let motion else { return frame.overlaps(rect) ? self : nil }
        let drawing = motion.drawing(of: frame, on: host?.frame, in: viewport)
        guard drawing.isVisible(in: rect) else { return nil }
        var element = self
        element.transform = drawing.transform
        element.alpha = drawing.alpha
        return element
    }
}

extension ItemIndexPath {
    /// The index path of an element of a section, or of the whole layout.
    @inline(__always)
    init?(section: Int?, item: Int) {
        guard let section else { return nil }
        self.init(section: section, item: item)
    }
}
