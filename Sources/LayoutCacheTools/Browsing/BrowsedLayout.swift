package import LayoutCache
package import LayoutEngine
internal import LayoutSQLite

/// The facts about a layout that a viewer needs before asking for rectangles.
package struct BrowsedLayout: Sendable {
    package var name: String
    package var dataset: String
    /// `table`, `flow`, …
    package var kind: String
    package var state: StoredLayout.PreparationState
    package var axis: LayoutAxis
    /// Whether it scrolls both ways: a canvas.
    package var isFree: Bool
    /// Whether it begins at its far end.
    package var isMirrored: Bool
    /// From one lap to the next; 0 if nothing repeats.
    package var lapLength: Double
    package var contentSize: LayoutSize
    package var container: LayoutSize
    package var sectionCount: Int
    package var itemCount: Int
    package var elementCount: Int
    /// The extents of the frozen rows and columns of each section.
    package var frozenLength: Double
    package var frozenCrossLength: Double
    /// Changes with everything that its pictures could show.
    package var revision: String
}

extension StoredLayout {
    /// The facts about the layout that a viewer needs. O(log bands).
    package func browsed() throws -> BrowsedLayout {
        try read(.nothing, viewing: .everything(from: nil)) { try BrowsedLayout($0) }
    }
}

extension BrowsedLayout {
    init(_ layout: LayoutReader) throws {
        let totals = layout.isPrepared ? try layout.totals : nil
        let traits = layout.traits
        self.init(
            name: layout.record.name,
            dataset: try layout.connection.first(
                "SELECT name FROM dataset WHERE id = ?1", layout.record.datasetID, as: String.self) ?? "",
            kind: try layout.kindName, state: layout.freshness.preparationState, axis: traits.axis,
            isFree: traits.isFree, isMirrored: traits.isMirrored && !traits.isFree,
            lapLength: totals.map { layout.view($0).lapLength } ?? 0,
            contentSize: layout.isPrepared ? try layout.contentSize : .zero, container: layout.record.container,
            sectionCount: totals?.sections ?? 0, itemCount: totals?.items ?? 0,
            elementCount: totals.map { max($0.elements, $0.items) } ?? 0,
            frozenLength: traits.frozenLength, frozenCrossLength: traits.frozenCrossLength,
            revision: try layout.revision)
    }
}

extension LayoutReader {
    fileprivate var kindName: String {
        get throws {
            try connection.first("SELECT kind FROM lc_preparation WHERE id = ?1", preparationID, as: String.self) ?? ""
        }
    }

    fileprivate var revision: String {
        get throws {
            let change =
                try connection.first(
                    "SELECT revision FROM lc_change WHERE dataset_id = ?1", record.datasetID, as: Int64.self) ?? 0
            return "\(preparationID).\(preparation?.revision ?? 0).\(change).\(freshness.isStale ? 1 : 0)"
        }
    }
}
