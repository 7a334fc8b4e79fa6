internal import LayoutEngine

/// One of the two layouts of a transition: its elements near the anchor's item.
struct TransitionSide {
    /// The identity of an element in both layouts.
    struct Key: Hashable {
        var kind: LayoutAttributes.Kind
        var elementKind: String?
        /// A cell is known by its item: index paths differ while a layout is stale.
        var itemID: Int64?
        var indexPath: ItemIndexPath?
        var lap: Int

        init(_ element: LayoutAttributes) {
            kind = element.kind
            elementKind = element.elementKind
            itemID = element.kind == .cell ? element.itemID : nil
            indexPath = itemID == nil ? element.indexPath : nil
            lap = element.lap
        }
    }

    /// The content offset that keeps the anchor's item in place.
    let offset: LayoutPoint
    /// The visible rectangle at that offset.
    let visible: LayoutRect
    /// The frame of the anchor's item; nil for a limit of the content, and an empty layout.
    let anchored: LayoutRect?
    private let axis: LayoutAxis
    private let isMirrored: Bool
    /// The elements in the visible rectangle, and those within one length of it along the scroll axis.
    let elements: [Key: LayoutAttributes]

    init(_ layout: LayoutReader, anchor: ScrollAnchor) throws {
        offset = try layout.contentOffset(for: anchor)
        visible = LayoutRect(origin: offset, size: layout.record.container)
        anchored = try layout.anchoredFrame(for: anchor)
        axis = layout.traits.axis
        isMirrored = layout.traits.isMirrored
        let length = visible.length(axis)
        let near = LayoutRect(
            axis: axis, along: visible.min(axis) - length, cross: visible.min(axis.cross), alongLength: 3 * length,
            crossLength: visible.length(axis.cross))
        elements = Dictionary(
            try layout.elements(in: near, visible: visible).map { (Key($0), $0) }, uniquingKeysWith: { $1 })
    }

    /// The place that stays on the screen: the item's edge along the scroll axis, or the corner of the viewport.
    func fixedPoint(_ edge: ScrollAnchor.Edge) -> LayoutPoint {
        let frame = anchored ?? visible
        var point = offset
        point[axis] = (edge == .start) != isMirrored ? frame.min(axis) : frame.max(axis)
        return point
    }
}

extension LayoutTransition {
    init(from source: TransitionSide, to target: TransitionSide, edge: ScrollAnchor.Edge) {
        let (start, end) = (source.fixedPoint(edge), target.fixedPoint(edge))
        // The offsets may be clamped; the item's own edge stays.
        let dx = start.x - end.x
        let dy = start.y - end.y
        let zoom = TransitionZoom(from: source, to: target, dx: dx, dy: dy)
        sourceOffset = source.offset
        targetOffset = target.offset
        var elements: [Element] = []
        elements.reserveCapacity(source.elements.count / 3 + target.elements.count / 3)
        for (key, attributes) in source.elements {
            let other = target.elements[key]
            let isVisible = attributes.frame.overlaps(source.visible)
            let isOtherVisible = other.map { $0.frame.overlaps(target.visible) } ?? false
            guard isVisible || isOtherVisible else { continue }
            var (first, last) = (attributes, other ?? attributes)
            last.frame = other?.frame.offsetBy(x: dx, y: dy) ?? zoom.target(of: attributes.frame)
            if !isVisible { first.alpha = 0 }
            if !isOtherVisible { last.alpha = 0 }
            elements.append(
                Element(source: first, target: last, isEntering: !isVisible, isLeaving: !isOtherVisible))
        }
        for (key, attributes) in target.elements
        where source.elements[key] == nil && attributes.frame.overlaps(target.visible) {
            var (first, last) = (attributes, attributes)
            last.frame = attributes.frame.offsetBy(x: dx, y: dy)
            first.frame = zoom.source(of: last.frame)
            first.alpha = 0
            elements.append(Element(source: first, target: last, isEntering: true, isLeaving: false))
        }
        self.elements = elements
    }
}

/// The places of elements that only one layout has near the anchor: as the anchor's item grows or shrinks, so does
/// everything around it.
private struct TransitionZoom {
    /// The frames of the anchor's item, both in content coordinates of the source.
    private let source: LayoutRect
    private let target: LayoutRect

    init(from source: TransitionSide, to target: TransitionSide, dx: Double, dy: Double) {
        self.source = source.anchored ?? source.visible
        self.target = (target.anchored ?? target.visible).offsetBy(x: dx, y: dy)
    }

    func target(of frame: LayoutRect) -> LayoutRect { Self.map(frame, from: source, to: target) }

    func source(of frame: LayoutRect) -> LayoutRect { Self.map(frame, from: target, to: source) }

    private static func map(_ frame: LayoutRect, from: LayoutRect, to: LayoutRect) -> LayoutRect {
        // A cell without extent has no ratio.
        let x = from.width > 0 && to.width > 0 ? to.width / from.width : 1
        let y = from.height > 0 && to.height > 0 ? to.height / from.height : 1
        return LayoutRect(
            x: to.x + (frame.x - from.x) * x, y: to.y + (frame.y - from.y) * y, width: frame.width * x,
            height: frame.height * y)
    }
}
