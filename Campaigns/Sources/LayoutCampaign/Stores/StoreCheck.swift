internal import LayoutCache
internal import LayoutSQLite

/// Looks at a store after something went wrong: whether it is whole, and whether it can go on.
struct StoreCheck {
    let fresh: FreshFrames

    /// Checks a store; `isExpected` decides whether its content is allowed.
    ///
    /// The store is prepared by it, and repaired before that if it `isDamaged` as it should be.
    func check(
        _ path: String, isDamaged: Bool = false, into result: inout TrialResult, isExpected: (UserTables) -> String?
    ) {
        do {
            let tables = try look(path, into: &result)
            if let complaint = isExpected(tables) { result.find("lost or changed rows", complaint) }
            let store = try CampaignStore.open(path)
            defer { store.close() }
            if isDamaged { _ = try store.verify(repair: true) }
            do {
                // Before anything is prepared: half of a layout may be there, but it must be readable.
                _ = try StoreFrames(store)
            } catch {
                result.find("reading fails after reopening", "\(error)")
            }
            for name in try store.layouts().map(\.name) {
                let report = try store.prepare(name)
                result.tally("elements written by the next preparation", report.elementsWritten)
            }
            let verification = try store.verify(deep: true)
            if !verification.isWhole {
                result.find("not in order after preparing", verification.problems.joined(separator: "; "))
            }
            let frames = try StoreFrames(store)
            if frames.staleCount > 0 { result.find("stale after preparing", "\(frames.staleCount) elements") }
            // Opening made the tables if there was no file.
            let now = try UserTables(path: path)
            let difference = frames.difference(from: try fresh.frames(for: path, holding: now))
            if !difference.isEmpty { result.find("other frames than laid out from the beginning", difference) }
        } catch {
            result.find("reopening fails", "\(error)")
        }
    }

    /// SQLite's own report on the file, and the user's rows.
    private func look(_ path: String, into result: inout TrialResult) throws -> UserTables {
        guard StoreFiles.exists(path) else { return UserTables.none }
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        for problem in try Self.problems(connection) { result.find("damaged file", problem) }
        return try UserTables(connection)
    }

    /// The complaints of `integrity_check`, and of `rtreecheck` for each R*Tree.
    static func problems(_ connection: Connection) throws -> [String] {
        var problems: [String] = []
        try connection.forEachRow("PRAGMA integrity_check") { row in
            if row.stringOrEmpty(0) != "ok" { problems.append("integrity_check: " + row.stringOrEmpty(0)) }
        }
        var trees: [String] = []
        try connection.forEachRow("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING rtree%'") {
            row in
            trees.append(row.stringOrEmpty(0))
        }
        for tree in trees {
            try connection.forEachRow("SELECT rtreecheck(?1)", tree) { row in
                if row.stringOrEmpty(0) != "ok" { problems.append("rtreecheck: " + row.stringOrEmpty(0)) }
            }
        }
        return problems
    }
}

extension UserTables {
    /// No store at all.
    static let none = UserTables(rows: [])

    init(rows: [String]) { self.rows = rows }
}
