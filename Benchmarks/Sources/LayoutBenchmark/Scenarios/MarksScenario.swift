internal import LayoutCache
internal import LayoutSQLite

/// Every height changes in one statement: with triggers, and without.
enum MarksScenario: Scenario {
    static let name = "marks"
    static let summary = "one UPDATE of all heights; beside it, without triggers"

    static func measure(_ items: Int, on bench: Workbench) throws {
        guard items <= 1_000_000 else { return }
        let copy = try bench.copy(of: .thousandSections(items), named: "marks.db")
        defer { bench.directory.remove(copy.fileName) }
        try copy.defined(.table).prepare()
        copy.store.close()
        let connection = try Connection(path: copy.store.path, mode: .readWrite)
        defer { connection.close() }
        /// The statement alone: its changes are rolled back.
        func update() throws -> Double {
            try Interleaving.samples(
                runs: 3, warmUp: 1,
                of: [{ try connection.execute("BEGIN IMMEDIATE; UPDATE item SET height = height + 0.25; ROLLBACK") }]
            )[0].median
        }
        let time = try update()
        var triggers: [String] = []
        try connection.forEachRow("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
            triggers.append($0.stringOrEmpty(0))
        }
        for trigger in triggers { try connection.execute("DROP TRIGGER \(Statement.quoted(trigger))") }
        try bench.add(
            "marks.one", items: items, value: time, baseline: .init("without triggers", try update()),
            target: .atMost(million: 3, items: items))
    }
}
