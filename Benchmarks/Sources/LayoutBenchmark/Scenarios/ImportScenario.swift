internal import LayoutPlatform

/// Loading a CSV file with keys, against the stock shell loading it into one plain table.
enum ImportScenario: Scenario {
    static let name = "import"
    static let summary = "loads a CSV file with keys; beside it, sqlite3's .import into one plain table"

    static func measure(_ items: Int, on bench: Workbench) throws {
        let shape = DataShape.thousandSections(items)
        let file = try bench.itemFile(shape)
        let (store, plain) = (bench.directory.path("import.db"), bench.directory.path("plain.db"))
        var ours: [Double] = []
        var shells: [Double] = []
        for _ in 0..<bench.repetitions(items) {
            ours.append(try elapsed { try DataSet.make(at: store, from: file, shape) })
            bench.directory.remove("import.db")
            // SQLite's own shell loads the same file into one plain table.
            var status: Int32?
            let time = elapsed {
                status = ProcessRunner.run(["sqlite3", plain, ".mode csv", ".import \"\(file)\" plain"])
            }
            if status == 0 { shells.append(time) }
            bench.directory.remove("plain.db")
        }
        try bench.add(
            "import.seconds", items: items, value: Samples(ours).median,
            baseline: .init("sqlite3 .import", Samples(shells).median),
            target: .atMost(million: 1.5, tenMillion: 1.3, items: items),
            note: shells.isEmpty ? "there is no sqlite3 shell to compare with" : nil)
        try bench.addMemory("import", items: items, ChildTask(kind: .importItems, storePath: store, itemFile: file))
        bench.directory.remove("import.db")
    }
}
