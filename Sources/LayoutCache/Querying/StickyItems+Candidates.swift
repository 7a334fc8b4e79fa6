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
        guard let rule = layout.traits.stickyRule, layout.isPrepared else { return [] }
        let view = try layout.view(try layout.totals)
        guard view.lapLength == 0 else { return [] }
        let (low, high) = (view.low(of: rect), view.high(of: rect))
        guard low.isFinite, high.isFinite, low <= high else { return [] }
        return try StickyWindow(low...high, rule: rule, of: layout, view).items.map {
            StickyCandidate(cell: $0.cell, level: $0.row.level, isAtEnd: $0.row.edge == .end)
        }
    }
}
