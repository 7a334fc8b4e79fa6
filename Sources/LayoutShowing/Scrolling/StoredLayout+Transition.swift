public import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// The change from this layout to another one of the same data set, around an item that stays in place.
    ///
    /// The layouts may differ in kind, container, measure and axis. The part that shows around the item is laid out
    /// first. For a layout that was never prepared, that is one short transaction.
    ///
    /// - Parameters:
    ///   - target: A layout of the same data set, in the same store.
    ///   - anchor: The item, and its distance from an edge of the viewport in both layouts, from
    ///     ``anchor(ofItemAt:at:edge:preparing:)``. One from ``pinchAnchor(at:contentOffset:)`` keeps the point under a
    ///     finger in place along the scroll axis.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there, and `invalidArgument` for one of another
    ///   data set or store.
    /// - Complexity: O(log bands + visible elements).
    public func transition(to target: StoredLayout, anchor: ScrollAnchor) throws -> LayoutTransition {
        try transition(to: target, from: (anchor, nil), to: (anchor, nil)) { union, _, _ in LayoutTransition(union) }
    }

    /// The change from this layout to another one, on another thread.
    public func transition(to target: StoredLayout, anchor: ScrollAnchor) async throws -> LayoutTransition {
        try await BlockingWork.run { try transition(to: target, anchor: anchor) }
    }

    /// An item that stays in place, and the size of the view that shows it if that is not the container's.
    package typealias Hold = (anchor: ScrollAnchor, viewSize: LayoutSize?)

    /// Reads from one snapshot what two layouts show around an item, after laying that out.
    package func transition<T>(
        to target: StoredLayout, from start: Hold, to end: Hold,
        preparing: PreparationScope = .visible, _ body: (TransitionUnion, LayoutReader, LayoutReader) throws -> T
    ) throws -> T {
        try requireSameDataset(as: target)
        if preparing != .nothing {
            try prepare(around: start)
            try target.prepare(around: end)
        }
        return try read(with: target) { source, other in
            let union = TransitionUnion(from: try TransitionSide(source, start), to: try TransitionSide(other, end))
            return try body(union, source, other)
        }
    }

    /// - Throws: ``LayoutError`` `notFound`, and `invalidArgument` for a layout of another data set or store.
    package func requireSameDataset(as other: StoredLayout) throws {
        guard store === other.store else {
            throw LayoutError(
                .invalidArgument, "“\(other.name)” is a layout of another store",
                advice: "Pass a layout that the same store returned.")
        }
        guard try read(with: other, { $0.record.datasetID == $1.record.datasetID }) else {
            throw LayoutError(
                .invalidArgument, "“\(name)” and “\(other.name)” are layouts of different data sets",
                advice: "Pass a layout of the same data set.")
        }
    }

    /// Lays out what is visible with the held item in place.
    private func prepare(around hold: Hold) throws {
        let anchor = hold.anchor
        let path = PreparationExtent.item(anchor.indexPath)
        let itemID = anchor.isAtLimit ? nil : try read(.nothing, viewing: path) { try $0.itemID(of: anchor) }
        let extent = itemID.map { PreparationExtent.items([$0]) } ?? path
        var known: LayoutRect?
        // Laying out the part before the item moves the item.
        for _ in 0..<Self.mostPreparations {
            let visible = try readBriefly(.visible, viewing: extent) {
                try TransitionPlace($0, holding: anchor, viewSize: hold.viewSize).visible
            }
            if visible == known { return }
            known = visible
            try readBriefly(.visible, viewing: .visible(visible)) { _ in }
        }
    }
}

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

    init(_ layout: LayoutReader, _ hold: StoredLayout.Hold) throws {
        place = try TransitionPlace(layout, holding: hold.anchor, viewSize: hold.viewSize)
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
