internal import LayoutCache
internal import LayoutSQLite
internal import LayoutStoreTestSupport
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
                for name in try store.layouts().map(\.name) { _ = try shown(store.layout(name)) }
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
            for name in try store.layouts().map(\.name) { try compare(store.layout(name), &result) }
        } catch {
            result.find("reopening fails", "\(error)")
        }
    }

    /// All elements of a layout. Those that stick out are included; in one that wraps, parts of the neighbouring laps.
    private static func shown(_ layout: StoredLayout) throws -> (rect: LayoutRect, elements: [LayoutAttributes]) {
        let size = try layout.contentSize()
        let rect = LayoutRect(x: -200, y: -200, width: size.width + 400, height: size.height + 400)
        return (rect, try layout.layoutAttributesForElements(in: rect))
    }

    /// Compares a layout with what the user's tables give if they are laid out the plain way. Sizes may not add up
    /// exactly in doubles; other tests compare sizes that do.
    private static func compare(_ layout: StoredLayout, _ result: inout TrialResult) throws {
        let (rect, elements) = try shown(layout)
        if elements.contains(where: \.isStale) { result.find("stale after preparing", layout.name) }
        let reference = try layout.store.pool.read { try ReferenceLayout(layout.name, in: $0) }
        func near(_ number: Double) -> Double { (number * 4096).rounded() / 4096 }
        func rounded(_ rows: [ElementRow]) -> [ElementRow] {
            rows.map { row in
                var row = row
                let (origin, size) = (row.frame.origin, row.frame.size)
                row.frame = LayoutRect(
                    x: near(origin.x), y: near(origin.y), width: near(size.width), height: near(size.height))
                return row
            }.sorted()
        }
        let (found, expected) = (rounded(elements.map(ElementRow.init)), rounded(reference.elements(in: rect)))
        guard !found.elementsEqual(expected, by: { $0.isSame(as: $1) }) else { return }
        result.find(
            "other frames than laid out from the beginning",
            "“\(layout.name)”: \(found.count) elements instead of \(expected.count); "
                + UserTables.difference(found, expected))
    }

    /// SQLite's own report on the file, and the user's rows.
    private static func look(_ path: String, into result: inout TrialResult) throws -> UserTables {
        guard StoreFiles.exists(path) else { return UserTables(rows: []) }
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
