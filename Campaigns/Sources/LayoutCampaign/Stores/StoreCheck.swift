internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

/// Looks at a store after something went wrong: whether it is whole, and whether it can go on.
enum StoreCheck {
    /// Checks a store; `isExpected` decides whether its content is allowed.
    ///
    /// The store is prepared by it, and repaired before that if it `isDamaged` as it should be.
    static func check(
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
            let difference = try Connection.at(path) { try frames.difference(from: $0) }
            if !difference.isEmpty { result.find("other frames than laid out from the beginning", difference) }
        } catch {
            result.find("reopening fails", "\(error)")
        }
    }

    /// SQLite's own report on the file, and the user's rows.
    private static func look(_ path: String, into result: inout TrialResult) throws -> UserTables {
        guard StoreFiles.exists(path) else { return UserTables.none }
        return try Connection.at(path) { connection in
            for problem in try problems(connection) { result.find("damaged file", problem) }
            return try UserTables(connection)
        }
    }

    /// The complaints of `integrity_check`, and of `rtreecheck` for each R*Tree.
    static func problems(_ connection: Connection) throws -> [String] {
        let trees = try connection.lines(
            "SELECT rtreecheck(name) FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING rtree%'")
        return try connection.lines("PRAGMA integrity_check").filter { $0 != "ok" }.map { "integrity_check: " + $0 }
            + trees.filter { $0 != "ok" }.map { "rtreecheck: " + $0 }
    }
}
