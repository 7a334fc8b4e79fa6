package import LayoutCache
package import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

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
    /// Whether sections may have rows and columns that stay visible.
    package var hasFrozenLines: Bool
    /// From one lap to the next across the scroll axis; 0 if nothing repeats there.
    package var crossLapLength: Double
    /// Whether the columns at the right stay visible first.
    package var isMirroredAcross: Bool
    /// How texts wrap; nil if they do not.
    package var wrap: TextWrap?
    /// Changes with everything that its pictures could show.
    package var revision: String
    /// The state of its pictures, to ask for changes since; nil if it cannot be told from others.
    package var generation: Generation?
}

extension StoredLayout {
    /// The facts about the layout that a viewer needs. O(log bands).
    package func browsed() throws -> BrowsedLayout {
        try read { try BrowsedLayout($0) }
    }

    /// The layout, and the first of some items that it has, by its place among them. All of it is one state of
    /// the store, so that a viewer can stay where it is. O(items · log bands).
    package func browsed(
        holding items: [ItemReference]
    ) throws -> (layout: BrowsedLayout, held: (place: Int, cell: LayoutAttributes)?) {
        try read(.nothing, viewing: .everything(from: nil)) { layout in
            var held: (Int, LayoutAttributes)?
            for (place, item) in items.enumerated() where held == nil && layout.isPrepared {
                held = try layout.cell(of: item).map { (place, $0) }
            }
            return (try BrowsedLayout(layout), held)
        }
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
            lapLength: try totals.map { _ in try layout.content.lapLength } ?? 0,
            contentSize: layout.isPrepared ? try layout.contentSize : .zero, container: layout.record.container,
            sectionCount: totals?.sections ?? 0, itemCount: totals?.items ?? 0,
            elementCount: totals.map { layout.freshness.isComplete ? $0.elements : max($0.elements, $0.items) } ?? 0,
            hasFrozenLines: try layout.hasFrozenLines, crossLapLength: try layout.crossLapLength,
            isMirroredAcross: traits.isMirroredAcross, wrap: try layout.wrap, revision: try layout.revision,
            generation: try layout.changes(in: LayoutRect(x: 0, y: 0, width: 0, height: 0), since: nil).generation)
    }
}

extension LayoutReader {
    /// Of the first sheet: others mostly have the same columns.
    fileprivate var crossLapLength: Double {
        get throws {
            guard traits.wrapsAcross, isPrepared else { return 0 }
            return try FrozenLines.first(in: preparationID, connection)?.crossLapLength(of: traits) ?? 0
        }
    }

    var kindName: String {
        get throws {
            try connection.first("SELECT kind FROM lc_preparation WHERE id = ?1", preparationID, as: String.self) ?? ""
        }
    }
}
