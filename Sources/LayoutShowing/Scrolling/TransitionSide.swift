internal import LayoutCore
internal import LayoutEngine

/// One of the two layouts of a transition: its elements near the item that stays.
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

    let place: TransitionPlace
    /// The elements in the visible rectangle, and those within one length of it along the scroll axis.
    let elements: [Key: LayoutAttributes]

    init(_ layout: LayoutReader, _ holding: TransitionHold) throws {
        place = try TransitionPlace(layout, holding)
        elements = Dictionary(
            try layout.elements(in: place.near(layout.traits.axis), visible: place.visible).map { (Key($0), $0) },
            uniquingKeysWith: { $1 })
    }
}

/// The elements that at least one of two layouts shows, each with its attributes in both, in the content coordinates of
/// each.
package struct TransitionUnion: Sendable {
    package let source: TransitionPlace
    package let target: TransitionPlace
    package private(set) var elements: [LayoutTransition.Element] = []

    init(from source: TransitionSide, to target: TransitionSide) {
        (self.source, self.target) = (source.place, target.place)
        let zoom = TransitionZoom(from: source.place, to: target.place)
        elements.reserveCapacity(source.elements.count / 3 + target.elements.count / 3)
        for (key, attributes) in source.elements {
            let other = target.elements[key]
            let isVisible = attributes.frame.overlaps(source.place.visible)
            let isOtherVisible = other.map { $0.frame.overlaps(target.place.visible) } ?? false
            guard isVisible || isOtherVisible else { continue }
            var (first, last) = (attributes, other ?? attributes)
            if other == nil { last.frame = zoom.target(of: attributes.frame) }
            if !isVisible { first.alpha = 0 }
            if !isOtherVisible { last.alpha = 0 }
            elements.append(
                LayoutTransition.Element(
                    source: first, target: last, isEntering: !isVisible, isLeaving: !isOtherVisible))
        }
        for (key, attributes) in target.elements
        where source.elements[key] == nil && attributes.frame.overlaps(target.place.visible) {
            var first = attributes
            first.frame = zoom.source(of: attributes.frame)
            first.alpha = 0
            elements.append(
                LayoutTransition.Element(source: first, target: attributes, isEntering: true, isLeaving: false))
        }
    }
}

extension LayoutTransition {
    package init(_ union: TransitionUnion) {
        // The offsets may be clamped; the held place itself stays.
        let dx = union.source.fixed.x - union.target.fixed.x
        let dy = union.source.fixed.y - union.target.fixed.y
        sourceOffset = union.source.offset
        targetOffset = union.target.offset
        elements = union.elements.map { element in
            var element = element
            element.target.frame = element.target.frame.offsetBy(x: dx, y: dy)
            return element
        }
    }
}

/// The places of elements that only one layout has near the item that stays: as it grows or shrinks, so does everything
/// around it.
private struct TransitionZoom {
    private let source: LayoutRect
    private let target: LayoutRect

    init(from source: TransitionPlace, to target: TransitionPlace) {
        self.source = source.held ?? source.visible
        self.target = target.held ?? target.visible
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
