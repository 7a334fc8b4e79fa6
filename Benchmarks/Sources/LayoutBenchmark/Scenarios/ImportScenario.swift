internal import LayoutPlatform

/// Loading a CSV file with keys, against the stock shell loading it into one plain table.
enum ImportScenario: Scenario {
    static let name = "import"
    static let summary = "loads a CSV file with keys; beside it, sqlite3's .import into one plain table"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes {
            try measureTime(items, bench)
            try measureMemory(items, bench)
        }
    }

    private static func measureTime(_ items: Int, _ bench: Workbench) throws {
        let shape = DataShape.thousandSections(items)
        let file = try bench.itemFile(shape)
        var ours: [Double] = []
        var shells: [Double] = []
        for _ in 0..<bench.repetitions(items) {
            bench.directory.remove("import.db")
            ours.append(
                try bench.stopwatch.seconds {
                    try DataSet.make(at: bench.directory.path("import.db"), from: file, shape)
                })
            bench.directory.remove("import.db")
            // SQLite's own shell loads the same file into one plain table.
            let (seconds, status) = bench.stopwatch.time {
                ProcessRunner.run([
                    "sqlite3", bench.directory.path("plain.db"), ".mode csv", ".import \"\(file)\" plain",
                ])
            }
            if status == 0 { shells.append(seconds) }
            bench.directory.remove("plain.db")
        }
        let seconds = Samples(ours).median
        let shell = Samples(shells).median
        guard !shell.isNaN else {
            return try bench.add(
                .skipped("import.seconds", items: items, because: "there is no sqlite3 shell to compare with"))
        }
        try bench.add(
            "import.seconds", items: items, value: seconds, baseline: .init("sqlite3 .import", shell),
            target: .atMost(million: 1.5, tenMillion: 1.3, items: items))
    }

    private static func measureMemory(_ items: Int, _ bench: Workbench) throws {
        let shape = DataShape.thousandSections(items)
        bench.directory.remove("import.db")
        let task = ChildTask(
            kind: .importItems, storePath: bench.directory.path("import.db"), itemFile: try bench.itemFile(shape))
        try bench.addMemory("import", items: items, task)
        bench.directory.remove("import.db")
    }
}
