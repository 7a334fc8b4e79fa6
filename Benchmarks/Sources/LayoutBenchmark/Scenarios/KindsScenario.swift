internal import LayoutCache
internal import LayoutEngine
internal import LayoutPlatform
internal import LayoutSQLite
internal import LayoutText

/// Every edit in every kind of layout: what preparing after it costs beside laying out everything.
enum KindsScenario: Scenario {
    static let name = "kinds"
    static let summary = "edits of one huge section in each kind of layout; beside them, preparing everything"

    private static let kinds = [
        ("table", #"{"layout":"table","header":{"height":30}}"#),
        ("columns", #"{"layout":"table","columns":3,"columnSpacing":4}"#),
        ("card", #"{"layout":"card"}"#),
        ("flow", #"{"layout":"flow","header":{"height":30}}"#),
        ("flow-of-equal", #"{"layout":"flow","itemSpacing":2}"#),
        ("grid", sections(#""count":4,"dividing":{"size":{"width":80,"height":60}}"#)),
        ("carousel", sections(#""count":4,"dividing":{"size":{"width":80,"height":60}}"#, "continuous")),
        ("waterfall", #"{"layout":"waterfall","columns":3}"#),
        ("justified", #"{"layout":"justified","rowHeight":60}"#),
        ("spreadsheet", #"{"layout":"spreadsheet","columns":5,"rowHeights":[30,9],"frozenRows":1}"#),
        ("canvas", #"{"layout":"canvas"}"#),
    ]

    private static func sections(_ group: String, _ scrolling: String = "none") -> String {
        #"{"layout":"compositional","sections":[{"orthogonalScrolling":"\#(scrolling)","#
            + #""group":{"size":{"width":{"fractionalWidth":1},"height":60},\#(group)}}]}"#
    }

    /// Statements about a long section between others, which can be repeated with another number.
    private static func edits(_ items: Int, _ run: Int) -> KeyValuePairs<String, String> {
        func item(_ rest: String) -> String { "id = (SELECT id FROM item WHERE section_id = 2 \(rest) LIMIT 1)" }
        let (first, last) = (item("ORDER BY position"), item("ORDER BY position DESC"))
        let middle = item("AND position >= \(items / 2) ORDER BY position")
        let insert = "INSERT INTO item (section_id, width, height, x, y, position) SELECT 2, 80, 60, 5, 6"
        return [
            "insert-first": "\(insert), position - 1 FROM item WHERE \(first)",
            "insert-middle": "\(insert), position - 0.001 * \(1 + run) FROM item WHERE \(middle)",
            "insert-last": "\(insert), NULL", "delete-first": "DELETE FROM item WHERE \(first)",
            "delete-middle": "DELETE FROM item WHERE \(middle)", "delete-last": "DELETE FROM item WHERE \(last)",
            "move": "UPDATE item SET position = (SELECT position - 1 FROM item WHERE \(first)) WHERE \(middle)",
            "resize-first": "UPDATE item SET height = height + 7, x = x + 7 WHERE \(first)",
            "resize-middle": "UPDATE item SET height = height + 7, x = x + 7 WHERE \(middle)",
            "insert-ten":
                "\(insert), position - 0.01 / (\(run) + number) FROM item, lc_number WHERE \(middle) AND number < 10",
            "header": "UPDATE section SET header_height = \(20 + run) WHERE id = 2",
            "inset": "UPDATE section SET inset_top = \(20 + run) WHERE id = 2",
            "section-insert": "INSERT INTO section (dataset_id, position) VALUES (1, -10 - \(run))",
            "section-move": "UPDATE section SET position = 1000 + \(run) WHERE id = (SELECT max(id) FROM section)",
            "section-delete": "DELETE FROM section WHERE id = (SELECT max(id) FROM section)",
            "delete-tenth": "DELETE FROM item WHERE section_id = 2 AND id % 10 = \(run)",
        ]
    }

    static func measure(_ items: Int, on bench: Workbench) throws {
        guard items == bench.options.items else { return }
        for (kind, json) in kinds { try measure(kind, json, items, bench) }
    }

    /// The processor time of this process: other programs do not count.
    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = clock()
        try body()
        return Double(clock() - start) / 1e6
    }

    private static func measure(_ kind: String, _ json: String, _ items: Int, _ bench: Workbench) throws {
        let file = "kinds.db"
        let store = try LayoutStore(path: bench.directory.path(file))
        defer {
            store.close()
            bench.directory.remove(file)
        }
        let isVaried = ["flow", "table", "waterfall", "justified"].contains(kind)
        func item(_ index: Int) -> SourceItem {
            let (width, height) = isVaried ? (40 + index * 53 % 71, 40 + index * 37 % 61) : (80, 60)
            return SourceItem(
                section: index < 10 ? "short" : "long", width: Double(width), height: Double(height),
                x: Double(index % 1000 * 90), y: Double(index / 1000 * 70))
        }
        try store.importItems((0..<items).lazy.map(item), options: ImportOptions(dataset: DataSet.name))
        try store.defineLayout(
            kind, dataset: DataSet.name, definition: LayoutDefinition(json: json), container: LayoutSample.container)
        let layout = store.layout(kind)
        let whole = Figure.Baseline("preparing everything", try seconds { try layout.prepare() })
        let screen = try LayoutRect(origin: layout.contentOffset(atFraction: 0.5), size: LayoutSample.container)
        for index in edits(items, 0).indices {
            let name = edits(items, 0)[index].key
            var (written, shown, all): ([Double], [Double], [Double]) = ([], [], [])
            var (cells, rows) = (0, 0)
            for run in 1...3 {
                let edit = edits(items, run)[index].value
                rows = try store.pool.writeWithoutTransaction { $0.totalChanges }
                written.append(try seconds { try store.pool.write { try $0.execute(edit) } })
                shown.append(
                    try seconds { _ = try layout.layoutAttributesForElements(in: screen, preparing: .visible) })
                let rest = try seconds { cells = try layout.prepare().itemsLaidOut }
                all.append(shown[run - 1] + rest)
                rows = try store.pool.writeWithoutTransaction { $0.totalChanges } - rows
            }
            try bench.add(
                "kinds.\(kind).\(name)", items: items, value: Samples(all).median, baseline: whole,
                note: "after SQL of \(ReadableNumber.duration(Samples(written).median)); a screen after "
                    + "\(ReadableNumber.duration(Samples(shown).median)), then \(cells) cells; \(rows) rows written")
        }
    }
}
