internal import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// The whole layout in pieces of one length each along its scroll axis; on a canvas, along y.
    package func rail(count: Int) throws -> [OverviewPiece] {
        try read(.nothing, viewing: .everything(from: nil)) { layout in
            let size = layout.isPrepared ? try layout.contentSize : .zero
            let length = layout.traits.isFree || layout.traits.axis == .vertical ? size.height : size.width
            return try layout.bins(from: 0, to: length, count: count).pieces
        }
    }
}
