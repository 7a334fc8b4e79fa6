internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

extension Operation {
    /// Everything that a store is asked to do.
    static let all: [Operation] = [
        Operation("create", on: .nothing) { _, _ in },
        Operation(creating: "create-loading") { try importRows(1, count: 400, .create, into: $0) },
        Operation(creating: "load-empty", on: .empty) { try importRows(1, count: 400, .create, into: $0) },
        Operation("import-csv", on: .empty) { store, _ in try importRows(1, count: 40, .create, into: store) },
        Operation("import-tsv-append", on: .prepared) { store, _ in
            try importRows(1000, count: 24, .append, .tsv, into: store)
        },
        Operation("import-replace", on: .prepared) { store, _ in
            try importRows(1, count: 30, .replace, into: store)
        },
        Operation("import-upsert", on: .prepared) { store, _ in try importRows(10, count: 30, .upsert, into: store) },
        // One of them: a fault leaves all of an operation, or nothing.
        Operation("define", on: .imported) { try $1.define("wall", $1.layouts[0].definition, in: $0) },
        Operation("import-table", on: .prepared) { store, recipe in
            let report = try store.importItems(
                fromDatabase: recipe.source, table: "product",
                options: ImportOptions(
                    dataset: "data", columns: ImportColumns(section: "part", key: "name", height: "height"),
                    mode: .append))
            return "\(report.itemsInserted)"
        },
        Operation("redefine", on: .prepared) { try $1.define("wall", $1.redefinition, in: $0) },
        Operation("resize", on: .prepared) { store, _ in
            try store.resize(.key("k4"), in: "data", height: .points(77.5))
        },
        Operation("apply", on: .prepared) { store, _ in
            try store.apply(
                [
                    .insertSection(title: "inserted", at: 1),
                    .insertItem(SourceItem(key: "in", height: 33), at: ItemIndexPath(section: 1, item: 0)),
                    .deleteItem(.key("k2")), .moveItem(.key("k1"), to: ItemIndexPath(section: 1, item: 1)),
                    .moveSection(0, to: 1), .resizeItem(.key("k5"), width: .points(20), height: .unmeasured),
                ], to: "data")
        },
        Operation("remove-layout", on: .prepared) { store, _ in
            try store.removeLayout("shelf")
            // Its derived rows go with the next preparation.
            try store.prepare("wall")
        },
        Operation(shell: "shell-edit", on: .prepared) { connection in
            try connection.execute(
                """
                BEGIN; UPDATE item SET height = 12.5, x = y, y = 7 WHERE id % 5 = 1; DELETE FROM item WHERE id = 6;
                UPDATE section SET inset_top = 4; COMMIT
                """)
        },
        Operation(shell: "fold", on: .prepared) { connection in
            // Other kinds of layouts refuse it.
            try connection.execute(
                """
                BEGIN;
                INSERT INTO collapsed (layout, section_id)
                SELECT l.name, s.id FROM layout AS l JOIN lc_preparation AS p ON p.layout_id = l.id AND p.is_shown
                JOIN section AS s ON s.dataset_id = l.dataset_id
                WHERE NOT p.is_free AND p.definition = l.definition AND s.id % 3 = 1 ON CONFLICT DO NOTHING;
                INSERT INTO collapsed_item (layout, item_id)
                SELECT l.name, i.id FROM layout AS l JOIN lc_preparation AS p ON p.layout_id = l.id AND p.is_shown
                JOIN section AS s ON s.dataset_id = l.dataset_id JOIN item AS i ON i.section_id = s.id
                WHERE p.stacks_items AND p.definition = l.definition AND i.id % 5 = 4 ON CONFLICT DO NOTHING;
                COMMIT
                """)
        },
        Operation(shell: "unfold", on: .prepared) { connection in
            try connection.execute(
                "BEGIN; DELETE FROM collapsed WHERE section_id % 2 = 0; DELETE FROM collapsed_item; COMMIT")
        },
        Operation("prepare-first", on: .defined) { store, _ in try prepareAll(store) },
        Operation("prepare-edited", on: .edited) { store, _ in try prepareAll(store) },
        Operation("prepare-redefined", on: .redefined) { store, _ in try prepareAll(store) },
        Operation("visible-preparing", on: .edited) { store, recipe in
            try visible(store, recipe, preparing: .everything)
        },
        Operation("verify-repair", on: .damaged, mode: .readWrite) { store, _ in
            let report = try store.verify(repair: true)
            return report.isWhole ? "clean" : report.repairs.reversed().joined(separator: "; ")
        },
        Operation("visible", on: .prepared, mode: .readOnly) { store, recipe in try visible(store, recipe) },
        Operation(shell: "visible-sql", on: .prepared) { connection in
            try connection.lines(
                """
                SELECT layout, kind, section, item, x, y, width, height, z_index, key, stale FROM visible
                ORDER BY 1, 2, 3, 4, 5, 6
                """
            ).joined(separator: "\n")
        },
        Operation("anchor", on: .prepared) { store, recipe in
            var answers: [String] = []
            for (name, definition) in recipe.layouts {
                let layout = store.layout(name)
                let middle = LayoutPoint(x: definition.container.width / 3, y: definition.container.height / 3)
                guard let anchor = try layout.anchor(at: middle) else { continue }
                let offset = try layout.contentOffset(for: anchor)
                answers.append("\(anchor.json) \(offset)")
            }
            return answers.joined(separator: "\n")
        },
        Operation("status", on: .edited, mode: .readOnly) { store, _ in
            try store.status().map { "\($0)" }.joined(separator: "\n")
        },
        Operation("verify", on: .prepared, mode: .readOnly) { store, _ in
            try store.verify().problems.joined(separator: "\n")
        },
    ]

    private static func prepareAll(_ store: LayoutStore) throws {
        for name in try store.layouts().map(\.name) { try store.prepare(name) }
    }

    private static func visible(_ store: LayoutStore, _ recipe: StoreRecipe, preparing: PreparationScope = .nothing)
        throws -> String
    {
        var rows: [String] = []
        for (name, definition) in recipe.layouts {
            let rect = LayoutRect(x: 0, y: 40, width: definition.container.width, height: definition.container.height)
            let elements = try store.layout(name).layoutAttributesForElements(in: rect, preparing: preparing)
            rows += elements.map(ElementRow.init).sorted().map { "\(name) \($0)" }
        }
        return rows.joined(separator: "\n")
    }

    /// Imports rows with keys from a number on; returns how many were read, inserted and matched.
    private static func importRows(
        _ first: Int, count: Int, _ mode: ImportMode, _ format: ImportFormat = .csv, into store: LayoutStore
    ) throws -> String {
        let rows = (first..<first + count).map { row in
            [
                "section \(row % 3)", "k\(row)", "\(20 + row % 50)", row % 7 == 0 ? "" : "\(10 + row % 60)",
                "\"row, \"\"\(row)\"\"\"",
            ]
        }
        let text = ([["part", "key", "width", "height", "title"]] + rows)
            .map { $0.joined(separator: format == .tsv ? "\t" : ",") + "\n" }.joined()
        let report = try store.importItems(
            from: .bytes(Array(text.utf8)),
            options: ImportOptions(
                dataset: "data", format: format,
                columns: ImportColumns(section: "part", key: "key", width: "width", height: "height"), mode: mode))
        return "\(report.rowsRead) \(report.itemsInserted) \(report.itemsMatched)"
    }
}
