package import LayoutEngine

/// An item that may stick while some part of a rectangle is visible.
package struct StickyCandidate {
    /// The item at its natural place.
    package var cell: LayoutAttributes
    package var level: Int
    /// Whether it sticks to the end.
    package var isAtEnd: Bool
}

extension StickyItems {
    /// The items that may stick while a part of a rectangle is visible, in the order of the data. They are those that
    /// lie in it, and of each level and edge the nearest ones on both sides.
    ///
    /// O(found + levels · log items).
    package static func candidates(in rect: LayoutRect, of layout: LayoutReader) throws -> [StickyCandidate] {
        guard layout.traits.stickyRule != nil, layout.isPrepared else { return [] }
        let view = try layout.view(try layout.totals)
        guard view.lapLength == 0 else { return [] }
        let (low, high) = (view.low(of: rect), view.high(of: rect))
        let rows = StickyRows(layout)
        var found: [(row: StickyRow, cell: LayoutAttributes)] = []
        /// Adds an item, if it has an element, and returns its beginning.
        func add(_ row: StickyRow) throws -> Double? {
            guard let cell = try ElementLookup(layout).cell(itemID: row.id) else { return nil }
            found.append((row, cell))
            let axis = layout.traits.axis
            return layout.traits.isMirrored ? view.contentLength - cell.frame.max(axis) : cell.frame.min(axis)
        }
        for level in try rows.levels() {
            for edge in [SourceItem.StickyEdge.start, .end] {
                // Items of earlier bands may hang out of them.
                let beginning = try rows.placeOfBeginning(ofBandAt: low - layout.totals.overhangAfter)
                var before = try beginning ?? rows.placeOfEnd(ofBandAt: .infinity)
                while let place = before, let row = try rows.previous(before: place, edge: edge, level: level) {
                    if try add(row) != nil { break }
                    before = row.place
                }
                var after = beginning
                while let place = after, let row = try rows.next(after: place, edge: edge, level: level) {
                    if let begin = try add(row), begin > high { break }
                    after = row.place
                }
            }
        }
        return found.sorted { $0.row < $1.row }.map {
            StickyCandidate(cell: $0.cell, level: $0.row.level, isAtEnd: $0.row.edge == .end)
        }
    }
}
