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
        try transition(to: target, from: (anchor, nil), to: (anchor, nil)) { transition, _, _ in transition }
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
        preparing: PreparationScope = .visible, _ body: (LayoutTransition, LayoutReader, LayoutReader) throws -> T
    ) throws -> T {
        try requireSameDataset(as: target)
        if preparing != .nothing {
            try prepare(around: start)
            try target.prepare(around: end)
        }
        return try read(with: target) { source, other in
            try body(
                LayoutTransition(from: TransitionSide(source, start), to: TransitionSide(other, end)), source, other)
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
            let visible = try read(.visible, viewing: extent, isBrief: true) {
                try TransitionPlace($0, holding: anchor, viewSize: hold.viewSize).visible
            }
            if visible == known { return }
            known = visible
            try read(.visible, viewing: .visible(visible), isBrief: true) { _ in }
        }
    }
}

/// One of the two layouts of a transition: its elements near the item that stays.
struct TransitionSide {
    let place: TransitionPlace
    /// The elements in the visible rectangle, and those within one length of it along the scroll axis.
    let elements: [LayoutAttributes.Identity: LayoutAttributes]

    init(_ layout: LayoutReader, _ hold: StoredLayout.Hold) throws {
        place = try TransitionPlace(layout, holding: hold.anchor, viewSize: hold.viewSize)
        elements = Dictionary(
            try layout.elements(in: place.near(layout.traits.axis), visible: place.visible).map { ($0.identity, $0) },
            uniquingKeysWith: { $1 })
    }
}
