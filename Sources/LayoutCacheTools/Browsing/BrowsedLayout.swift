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
            kind: try layout.kindName, state: layout.preparationState, axis: traits.axis,
            isFree: traits.isFree, isMirrored: traits.isMirrored && !traits.isFree,
            lapLength: try totals.map { _ in try layout.content.lapLength } ?? 0,
            contentSize: layout.isPrepared ? try layout.contentSize : .zero, container: layout.record.container,
            sectionCount: totals?.sections ?? 0, itemCount: totals?.items ?? 0,
            elementCount: totals.map {
                layout.preparationState == .beginning ? max($0.elements, $0.items) : $0.elements
            } ?? 0,
            hasFrozenLines: try layout.hasFrozenLines, crossLapLength: try layout.crossLapLength,
            isMirroredAcross: traits.isMirroredAcross, wrap: try layout.definition.wrap, revision: try layout.revision,
            generation: try layout.changes(in: LayoutRect(x: 0, y: 0, width: 0, height: 0), since: nil).generation)
    }

    /// A part of a layout in a few pieces.
    package struct Rail: Sendable {
        package var pieces: [LayoutReader.OverviewPiece]
        /// The titles of their sections, by index.
        package var titles: [Int: String]
        /// The values of a field that stand for the pieces; nil if no field was asked for.
        package var values: [FieldValue?]?
    }
}

extension LayoutReader {
    /// Of the first sheet: others mostly have the same columns.
    fileprivate var crossLapLength: Double {
        get throws {
            guard traits.wrapsAcross, isPrepared else { return 0 }
            return try frozenLines(ofSection: nil)?.crossLapLength(of: traits) ?? 0
        }
    }

    var kindName: String {
        get throws {
            try connection.first(
                "SELECT kind FROM lc_preparation WHERE layout_id = ?1 AND is_shown", record.id, as: String.self) ?? ""
        }
    }
}

extension StoredLayout {
    /// The layouts that a pinch leads to, from the fewest columns to the most. They have one data set, kind, axis and
    /// container, and are one for each number of columns. Empty if there is no other.
    package func ladder() throws -> [String] {
        try read { layout in
            let statement = try layout.connection.cached(
                """
                SELECT o.name, o.definition FROM layout AS l CROSS JOIN layout AS o
                WHERE l.id = ?1 AND o.dataset_id = l.dataset_id
                  AND (o.container_width, o.container_height) = (l.container_width, l.container_height)
                ORDER BY o.id <> ?1, o.name
                """)
            statement.bindAll(layout.record.id)
            defer { statement.rewind() }
            var own: LadderRung?
            var rungs: [(columns: Int, name: String)] = []
            // The layout itself comes first.
            while try statement.step() {
                guard let rung = LadderRung(json: statement.string(1) ?? "") else {
                    if own == nil { return [] }
                    continue
                }
                if own == nil { own = rung }
                guard rung.isSimilar(to: own), !rungs.contains(where: { $0.columns == rung.columns }) else { continue }
                rungs.append((rung.columns, statement.string(0) ?? ""))
            }
            return rungs.count > 1 ? rungs.sorted { $0.columns < $1.columns }.map(\.name) : []
        }
    }
}

private struct LadderRung {
    let columns: Int
    private let kind: String
    private let axis: LayoutAxis

    /// nil for a layout without a number of columns.
    init?(json: String) {
        guard let definition = try? LayoutDefinition(json: json), !definition.wraps else { return nil }
        kind = definition.kindName
        if let table = definition.kind.definition(as: TableDefinition.self) {
            (columns, axis) = (table.columns, table.axis)
        } else if let waterfall = definition.kind.definition(as: WaterfallDefinition.self) {
            (columns, axis) = (waterfall.columns, waterfall.axis)
        } else {
            return nil
        }
    }

    func isSimilar(to other: LadderRung?) -> Bool { kind == other?.kind && axis == other?.axis }
}

extension StoredLayout {
    /// The titles of the first sections of its data set, in their order. O(limit).
    package func sectionTitles(limit: Int) throws -> [String?] {
        try read { layout in
            try layout.connection.rows(
                "SELECT title FROM section WHERE dataset_id = ?1 ORDER BY position LIMIT ?2", layout.record.datasetID,
                limit
            ) { $0.string(0) }
        }
    }

    /// A part of the layout along its scroll axis, or along y on a canvas, in pieces of one length each.
    ///
    /// - Parameter field: The field whose values are averaged, over some samples of each piece.
    /// - Complexity: O(count + log bands); with a field O(count · log bands).
    package func pieces(
        from low: Double, to high: Double, count: Int, valuesOf field: ItemField? = nil
    ) throws -> BrowsedLayout.Rail {
        try read { layout in
            let pieces = try layout.pieces(from: low, to: high, count: count)
            let values = try field.map {
                try FieldValue.averages(
                    $0, of: layout.sampledItems(from: low, to: high, count: count * FieldValue.samplesPerPiece),
                    in: layout)
            }
            let titles = try layout.titles(ofSections: pieces.map(\.section))
            return BrowsedLayout.Rail(pieces: pieces, titles: titles, values: values)
        }
    }

    /// Expands what hides an item: its section, and the branches that it is in. Branches below it stay as they are.
    ///
    /// - Parameter rect: The part of the layout that is laid out then.
    package func reveal(_ item: ItemReference, showing rect: LayoutRect) throws {
        var former: Hider?
        while let hider = try hider(of: item), hider != former {
            switch hider {
            case .section(let index): try expand(sections: [index])
            case .item(let id): try expand([.id(id)])
            }
            try prepare(in: rect)
            former = hider
        }
    }

    private enum Hider: Equatable {
        case section(Int)
        case item(Int64)
    }

    private func hider(of item: ItemReference) throws -> Hider? {
        try read { layout in
            guard let id = try layout.itemID(of: item) else { return nil }
            let hiders = try layout.hiders(ofItem: id)
            return hiders.section.map(Hider.section) ?? hiders.item.map(Hider.item)
        }
    }

    /// The item of an outline that contains another: the nearest one before it of a lower level. nil if there is none.
    ///
    /// - Complexity: O(items between the two).
    package func item(containing item: ItemReference) throws -> ItemReference? {
        try read { layout in
            guard let id = try layout.itemID(of: item),
                let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, layout.connection)
            else { return nil }
            return try layout.connection.first(
                """
                SELECT coalesce(original_id, id) FROM item WHERE section_id = ?1 AND position < ?2
                  AND coalesce(level, 0) < (
                    SELECT coalesce(level, 0) FROM item WHERE section_id = ?1 AND position = ?2)
                ORDER BY position DESC LIMIT 1
                """,
                place.sectionID, place.position, as: Int64.self
            ).map(ItemReference.id)
        }
    }
}
