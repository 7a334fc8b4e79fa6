internal import LayoutCache
internal import LayoutSQLite

/// Every height changes in one statement: with triggers, and without.
enum MarksScenario: Scenario {
    static let name = "marks"
    static let summary = "one UPDATE of all heights; beside it, without triggers"

    private static let update = "UPDATE item SET height = height + 0.25"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes where items <= 1_000_000 {
            let copy = try bench.copy(of: .thousandSections(items), named: "marks.db")
            let path = copy.store.path
            try copy.defined(.table).prepare()
            let seconds = try measure(path, bench)
            copy.store.close()
            try dropTriggers(path)
            try bench.add(
                "marks.one", items: items, value: seconds,
                baseline: .init("without triggers", try measure(path, bench)), target: .atMost(million: 3, items: items)
            )
            bench.directory.remove(copy.fileName)
        }
    }

    /// The statement alone: its changes are rolled back.
    private static func measure(_ path: String, _ bench: Workbench) throws -> Double {
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        return try bench.stopwatch.samples(3, warmUp: 1) { _ in
            try connection.execute("BEGIN IMMEDIATE; " + Self.update + "; ROLLBACK")
        }.median
    }

    private static func dropTriggers(_ path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        var names: [String] = []
        try connection.forEachRow("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
            names.append($0.stringOrEmpty(0))
        }
        for name in names { try connection.execute("DROP TRIGGER \(SQLIdentifier.quoted(name))") }
    }
}
