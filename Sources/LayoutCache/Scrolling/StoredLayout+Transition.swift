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
    ///   - anchor: The item, and its distance from an edge of the viewport in both layouts. The item under a finger has
    ///     one from ``anchor(ofItemAt:at:edge:preparing:)``.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there, and `invalidArgument` for one of another
    ///   data set or store.
    /// - Complexity: O(log bands + visible elements).
    public func transition(to target: StoredLayout, anchor: ScrollAnchor) throws -> LayoutTransition {
        try requireSameDataset(as: target)
        for layout in [self, target] { try layout.prepare(around: anchor) }
        return try store.pool.read { connection in
            func side(_ layout: StoredLayout) throws -> TransitionSide {
                try TransitionSide(
                    LayoutReader(layout.name, in: connection, cache: store.sumCache), anchor: anchor)
            }
            return try LayoutTransition(from: side(self), to: side(target), edge: anchor.edge)
        }
    }

    /// The change from this layout to another one, on another thread.
    ///
    /// - Throws: The errors of the blocking form.
    /// - Complexity: As the blocking form.
    public func transition(to target: StoredLayout, anchor: ScrollAnchor) async throws -> LayoutTransition {
        try await BlockingWork.run { try transition(to: target, anchor: anchor) }
    }

    private func requireSameDataset(as other: StoredLayout) throws {
        guard store === other.store else {
            throw LayoutError(
                .invalidArgument, "“\(other.name)” is a layout of another store",
                advice: "Pass a layout that the same store returned.")
        }
        let datasets = try store.pool.read { connection in
            try [name, other.name].map { try LayoutRecord.find($0, in: connection).datasetID }
        }
        guard datasets[0] == datasets[1] else {
            throw LayoutError(
                .invalidArgument, "“\(name)” and “\(other.name)” are layouts of different data sets",
                advice: "Pass a layout of the same data set.")
        }
    }

    /// Lays out what is visible with the anchor's item in place.
    private func prepare(around anchor: ScrollAnchor) throws {
        var known: LayoutPoint?
        // Laying out the part before the item moves the item.
        for _ in 0..<Self.mostPreparations {
            let offset = try contentOffset(for: anchor, preparing: .visible)
            if offset == known { return }
            known = offset
            try read(.visible, viewing: { .visible(LayoutRect(origin: offset, size: $0.container)) }) { _ in }
        }
    }
}
