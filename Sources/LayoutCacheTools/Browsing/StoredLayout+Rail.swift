package import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// The whole layout in a few pieces.
package struct LayoutRail: Sendable {
    package var pieces: [OverviewPiece]
    /// The titles of their sections, by index.
    package var titles: [Int: String]
    /// The values of a field that stand for the pieces; nil if no field was asked for.
    package var values: [FieldValue?]?
}

extension StoredLayout {
    /// The whole layout in pieces of one length each along its scroll axis; on a canvas, along y.
    package func rail(count: Int) throws -> LayoutRail {
        try read { layout in
            let size = layout.isPrepared ? try layout.contentSize : .zero
            let length = layout.traits.isFree || layout.traits.axis == .vertical ? size.height : size.width
            let pieces = try layout.pieces(from: 0, to: length, count: count)
            return LayoutRail(pieces: pieces, titles: try layout.titles(of: pieces))
        }
    }
}

extension StoredLayout {
    /// A part of the layout along its scroll axis, or along y on a canvas, in pieces of one length each.
    ///
    /// - Parameter field: The field whose values are averaged, over some samples of each piece.
    /// - Complexity: O(count + log bands); with a field O(count · log bands).
    package func pieces(
        from low: Double, to high: Double, count: Int, valuesOf field: ItemField? = nil
    ) throws -> LayoutRail {
        try read { layout in
            let pieces = try layout.pieces(from: low, to: high, count: count)
            let values = try field.map {
                try FieldValue.averages(
                    $0, of: layout.sampledItems(from: low, to: high, count: count * FieldValue.samplesPerPiece),
                    in: layout)
            }
            return LayoutRail(pieces: pieces, titles: try layout.titles(of: pieces), values: values)
        }
    }
}
