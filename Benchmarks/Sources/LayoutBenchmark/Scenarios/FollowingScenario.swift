internal import LayoutCache
internal import LayoutSQLite
internal import LayoutText

/// The cost of following a table for statements on it, compared with the same table and a hand-written trigger that
/// keeps one mirror row.
enum FollowingScenario: Scenario {
    static let name = "following"
    static let summary =
        "statements on 2,000 of 100,000 rows of a followed table; beside them, a trigger with a mirror row; "
        + "and following, beside an import"

    private static let mostRows = 100_000
    /// One row in this many is changed.
    private static let share = 50
    private static let rounds = 5

    /// The operation on the picked rows, and how much longer it may take than with a mirror row.
    private static let operations: [(name: String, sql: String, bar: Double)] = [
        ("unmapped", "UPDATE photo SET note = 'x' WHERE id IN (SELECT id FROM pick)", 1.5),
        ("size", "UPDATE photo SET h = h + 1 WHERE id IN (SELECT id FROM pick)", 10),
        (
            "move", "UPDATE photo SET album = (album + 1) % ?1, place = place + 0.5 WHERE id IN (SELECT id FROM pick)",
            25
        ),
        ("delete", "DELETE FROM photo WHERE id IN (SELECT id FROM pick)", 25),
        ("insert", "INSERT INTO photo SELECT * FROM fresh", 25),
        ("ties", "INSERT INTO photo SELECT id || '1', album, place, w, h, note FROM tied", 25),
    ]

    static func run(on bench: Workbench) throws {
        let rows = min(bench.options.items, mostRows)
        try measureStart(min(bench.options.items, 2 * mostRows), bench)
        try OrderFigures(rows: bench.options.items, bench: bench).measure()
        for key in ["INTEGER", "TEXT"] {
            var tenSections: [String: Double] = [:]
            for sections in [10, 20_000] {
                var (mirrored, followed): ([Double], [Double]) = ([], [])
                // Each operation is short: the least of some rounds, in turns, is its own time.
                for _ in 0..<rounds {
                    mirrored = least(mirrored, try seconds(key, sections, rows, bench, prepare: mirror))
                    followed = least(
                        followed,
                        try seconds(key, sections, rows, bench) { connection, path in
                            connection.close()
                            try LayoutStore.follow(
                                Following(
                                    table: "photo", as: "photos", section: "album", order: "place", key: "id",
                                    width: "w", height: "h"), at: path)
                        })
                }
                for (operation, times) in zip(operations, zip(mirrored, followed)) {
                    let name = "following.\(operation.name).\(key.lowercased()).\(sections)"
                    try bench.add(
                        Figure(
                            name, items: rows, value: times.1 / times.0, unit: .ratio, target: .atMost(operation.bar),
                            note: "\(ReadableNumber.duration(times.1)), beside a mirror row"))
                    if sections == 10 {
                        tenSections[operation.name] = times.1
                    } else if let ten = tenSections[operation.name] {
                        try bench.add(
                            Figure(
                                name + ".growth", items: rows, value: times.1 / ten, unit: .ratio, target: .atMost(1.3),
                                note: "beside ten sections"))
                    }
                }
            }
        }
    }

    /// How long it takes to follow a table, beside importing it into another file.
    private static func measureStart(_ rows: Int, _ bench: Workbench) throws {
        var (following, importing) = (Double.infinity, Double.infinity)
        for _ in 0..<rounds {
            let (path, other) = (bench.directory.path("following.db"), bench.directory.path("imported.db"))
            defer {
                bench.directory.remove("following.db")
                bench.directory.remove("imported.db")
            }
            try makeTable("INTEGER", 1000, rows, at: path).close()
            importing = min(
                importing,
                try bench.stopwatch.seconds {
                    let store = try LayoutStore(path: other)
                    defer { store.close() }
                    let columns = ImportColumns(section: "album", key: "id", width: "w", height: "h")
                    _ = try store.importTable("photo", ofDatabaseAt: path, into: "photos", columns: columns)
                })
            following = min(
                following,
                try bench.stopwatch.seconds {
                    try LayoutStore.follow(
                        Following(
                            table: "photo", as: "photos", section: "album", order: "place", key: "id", width: "w",
                            height: "h", payload: ["place", "note"]), at: path)
                })
        }
        try bench.add(
            Figure(
                "following.start", items: rows, value: following / importing, unit: .ratio, target: .atMost(1.5),
                note: "\(ReadableNumber.duration(following)), beside an import"))
    }

    private static func least(_ first: [Double], _ second: [Double]) -> [Double] {
        first.isEmpty ? second : zip(first, second).map { min($0, $1) }
    }

    /// How long each operation takes, one after another.
    private static func seconds(
        _ key: String, _ sections: Int, _ rows: Int, _ bench: Workbench, prepare: (Connection, String) throws -> Void
    ) throws -> [Double] {
        let path = bench.directory.path("following.db")
        defer { bench.directory.remove("following.db") }
        try prepare(try makeTable(key, sections, rows, at: path), path)
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        // All in memory: the comparison is about work, and not about how much of a file is read. Rows are picked at
        // random places, so that a few large sections do not have their rows side by side.
        try connection.execute(
            """
            PRAGMA cache_size = -262144; PRAGMA synchronous = NORMAL;
            CREATE TEMP TABLE pick AS SELECT id FROM photo
              ORDER BY (rowid * 40503) % 65521, rowid LIMIT \(rows / share);
            CREATE TEMP TABLE fresh AS SELECT 1000000 + rowid AS id, album, place + 0.25, w, h, note FROM photo
              ORDER BY (rowid * 30103) % 65521, rowid LIMIT \(rows / share);
            CREATE TEMP TABLE tied AS SELECT 2000000 + rowid AS id, album, 7 AS place, w, h, note FROM photo
              ORDER BY (rowid * 12289) % 65521, rowid LIMIT \(rows / share);
            """)
        return try operations.map { operation in
            let statement = try connection.prepare(operation.sql)
            if statement.parameterCount > 0 { statement.bind(Int64(sections), at: 1) }
            // Undone the first time: it reads the pages that it needs.
            try connection.execute("BEGIN")
            try statement.run()
            try connection.execute("ROLLBACK")
            return try bench.stopwatch.seconds { try statement.run() }
        }
    }

    private static func makeTable(_ key: String, _ sections: Int, _ rows: Int, at path: String) throws -> Connection {
        let connection = try Connection(path: path, mode: .create)
        try connection.execute(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE photo (id \(key) PRIMARY KEY, album INTEGER, place REAL, w REAL, h REAL, note TEXT);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
            INSERT INTO photo SELECT i, (i * 7919) % \(sections), (i * 31) % \(rows), 100, 50 + i % 90, 'n' FROM n;
            """)
        return connection
    }

    /// The trigger that an app would write to keep one row of another table for each row.
    private static func mirror(_ connection: Connection, _: String) throws {
        try connection.execute(
            """
            CREATE TABLE mirror AS SELECT * FROM photo WHERE 0;
            CREATE UNIQUE INDEX mirror_id ON mirror (id);
            INSERT INTO mirror SELECT * FROM photo;
            CREATE TRIGGER mirror_insert AFTER INSERT ON photo BEGIN
              INSERT INTO mirror VALUES (new.id, new.album, new.place, new.w, new.h, new.note);
            END;
            CREATE TRIGGER mirror_update AFTER UPDATE OF id, album, place, w, h ON photo BEGIN
              UPDATE mirror SET id = new.id, album = new.album, place = new.place, w = new.w, h = new.h
              WHERE id = old.id;
            END;
            CREATE TRIGGER mirror_delete AFTER DELETE ON photo BEGIN DELETE FROM mirror WHERE id = old.id; END;
            """)
        connection.close()
    }
}
