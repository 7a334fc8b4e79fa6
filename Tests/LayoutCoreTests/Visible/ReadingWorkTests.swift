import LayoutCSQLite
@testable import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// How many pages of the file the same questions fetch: no more than they did.
///
/// Nothing random is in it, and no clock; how SQLite searches its trees is left some room.
@Suite struct ReadingWorkTests {
    /// The pages of each kind of question.
    static let cases = DataFile("Pages.txt").cases.map(KnownNumbers.init)

    @Test("There are known numbers")
    func hasCases() { #expect(Self.cases.count == 5) }

    /// A connection whose pager's fetches are counted.
    @safe private struct Counter {
        let handle: OpaquePointer

        /// How many pages were fetched since the last time, from the file or from what is kept of it.
        func take() -> Int {
            var pages = 0
            for counter in [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS] {
                var current: Int32 = 0
                var highest: Int32 = 0
                _ = unsafe sqlite3_db_status(handle, counter, &current, &highest, 1)
                pages += Int(current)
            }
            return pages
        }
    }

    @Test("The same questions fetch no more pages than they did", arguments: cases)
    func pages(_ known: KnownNumbers) throws {
        let test = try TestStore(
            limits: BandLimits(
                target: 32, maximum: 64, minimum: 8, slice: .max, sliceDuration: .seconds(3600), run: 24))
        try test.fill(
            1...8000, sections: 40, "section_id, position, key, width, height, x, y",
            """
            1 + i / 200 % 40, i, 'k' || i, 20 + i * 37 % 61, 20 + i * 53 % 71, i * 7919 % 4003, i * 104729 % 8009
            """)
        let container = LayoutSize(width: 320, height: 480)
        try test.define("wall", RandomDefinition(json: known.definition, container: container))
        try test.store.prepare("wall")
        let size = try test.wall.contentSize()
        #expect(try test.wall.rank(of: .key("k4000")) != nil)
        test.store.close()

        try counting(in: test) { try ask($0, $1, known, size, container) }
    }

    /// Opens a store that is closed, with a connection whose work is counted.
    private func counting(in test: TestStore, _ body: (Connection, Counter) throws -> Void) throws {
        let connection = try Connection(path: test.directory.file("store.db"), mode: .readWrite)
        defer { connection.close() }
        try body(connection, unsafe Counter(handle: connection.handle))
    }

    @Test("Items that stick are found by descents: twenty times as many that may stick fetch few more pages")
    func stickyDescents() throws {
        var pages: [[Int]] = []
        for count in [2000, 40_000] {
            let test = try TestStore()
            try test.fill(
                0...count - 1, "id, section_id, position, height, sticky_level",
                "i + 1, 1, i, 20 + i * 53 % 71, CASE WHEN i % 9 = 0 THEN i / 9 % 7 END")
            try test.prepareWall(#"{"layout":"table","sticky":{"rule":"stack"}}"#)
            test.store.close()
            try counting(in: test) { connection, counter in
                var found: [Int] = []
                let cache = SumCache()
                try connection.execute("UPDATE viewport SET layout = 'wall', width = 320, height = 480")
                for isView in [false, true] {
                    _ = counter.take()
                    for tick in 0..<10 {
                        let y = Double(count) * 25 + Double(tick) * 30
                        guard isView else {
                            _ = try connection.transaction(.deferred) {
                                try LayoutReader("wall", in: connection, cache: cache).elements(
                                    in: LayoutRect(x: 0, y: y, width: 320, height: 480))
                            }
                            continue
                        }
                        try connection.execute("UPDATE viewport SET y = \(y)")
                        try connection.forEachRow("SELECT * FROM visible") { _ in }
                    }
                    found.append(counter.take())
                }
                pages.append(found)
            }
        }
        #expect(zip(pages[0], pages[1]).allSatisfy { Double($1) < Double($0) * 1.5 }, "\(pages)")
    }

    private func ask(
        _ connection: Connection, _ counter: Counter, _ known: KnownNumbers, _ size: LayoutSize, _ container: LayoutSize
    ) throws {
        let cache = SumCache()
        var found: [String: Int] = [:]
        func count(_ name: String, times: Int, _ body: (LayoutReader, _ share: Double) throws -> Void) throws {
            _ = counter.take()
            for time in 0..<times {
                try connection.transaction(.deferred) {
                    try body(
                        LayoutReader("wall", in: connection, cache: cache), Double(time * 13 % times) / Double(times))
                }
            }
            found[name] = counter.take()
        }
        func rect(_ share: Double) -> LayoutRect {
            LayoutRect(
                origin: LayoutPoint(
                    x: share * max(0, size.width - container.width), y: share * max(0, size.height - container.height)),
                size: container)
        }

        try count("facts", times: 1) { _ = try $0.elements(in: rect($1)) }
        try count("jumps", times: 40) { _ = try $0.elements(in: rect($1)) }
        var place = rect(0.3)
        try count("ticks", times: 60) { reader, _ in
            place.x += size.width > size.height ? 30 : 0
            place.y += size.width > size.height ? 0 : 30
            _ = try reader.elements(in: place)
        }
        try count("cells", times: 30) {
            _ = try $0.cell(of: .indexPath(ItemIndexPath(section: Int($1 * 40), item: Int($1 * 200))))
        }
        try count("items", times: 30) { _ = try ItemLookup($0).indexPath(of: .key("k\(Int($1 * 8000) + 1)")) }
        try count("ranks", times: 30) { _ = try ItemLookup($0).indexPath(atRank: Int($1 * 8000)) }
        try count("sections", times: 30) { _ = try $0.frame(ofSection: Int($1 * 40)) }
        try count("anchors", times: 20) { reader, share in
            _ = try reader.anchor(at: rect(share).origin, edge: .start).map { try reader.contentOffset(for: $0) }
        }
        func rows(_ sql: String) throws { try connection.forEachRow(sql) { _ in } }
        try connection.execute("UPDATE viewport SET layout = 'wall', width = 320, height = 480")
        try count("visible", times: 10) { _, share in
            try connection.execute("UPDATE viewport SET x = \(rect(share).x), y = \(rect(share).y)")
            try rows("SELECT * FROM visible")
        }
        try count("item frames", times: 10) { _, share in
            try rows("SELECT * FROM item_frames WHERE key = 'k\(Int(share * 8000) + 1)'")
        }
        try count("section frames", times: 1) { _, _ in try rows("SELECT * FROM section_frames") }
        try count("element frames", times: 1) { _, _ in
            try rows("SELECT * FROM element_frames WHERE layout = 'wall' AND section = 7")
        }
        let excess = found.filter { Double($0.value) > Double(known.numbers[$0.key]?.first ?? 0) * 1.1 }
        #expect(excess.isEmpty, "\(found.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" })")
        #expect(found.count == known.numbers.count)
    }
}
