import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// An export reads on past what is damaged.
@Suite struct SalvageTests {
    private static let pageSize = 4096

    /// A prepared store of a few thousand items, with everything in the file itself.
    private func makeStore() throws -> SmallStore {
        let store = try SmallStore()
        let rows = (0..<4000).map { "s\($0 % 7),k\($0),\($0 % 90),\(String(repeating: "long ", count: $0 % 40))" }
        try store.write("section,key,height,text\n" + rows.joined(separator: "\n") + "\n", to: "many.csv")
        try store.command("import d.db many.csv --dataset many --section section --key key --height height")
        try store.command("layout d.db long --dataset many --definition '\(SmallStore.flow)' --container 320x480")
        try store.command("prepare d.db")
        return store
    }

    /// The keys of the rows that can be looked up one by one in the table itself; nil if not even that can be found.
    private func readableKeys(_ path: String, ids: ClosedRange<Int>) throws -> Set<String>? {
        let connection = try Connection(path: path, mode: .readOnly)
        defer { connection.close() }
        guard let row = try? connection.prepare("SELECT key, payload, height FROM item NOT INDEXED WHERE id = ?1")
        else { return nil }
        var keys: Set<String> = []
        for id in ids {
            row.bind(Int64(id), at: 1)
            defer { row.reset() }
            guard (try? row.step()) == true, let key = row.string(0) else { continue }
            keys.insert(key)
        }
        return keys
    }

    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

    @Test("Items that can be looked up are exported, in order, once, and missing ones are counted")
    func damagedPages() throws {
        let store = try makeStore()
        let whole = lines(try store.command("export d.db").output)
        #expect(whole.count == 4001)
        let bytes = try store.scratch.contents(of: "d.db")
        let pages = bytes.count / Self.pageSize
        try TestSettings.forEachSeed(rounds: 6) { seed in
            var random = SeededGenerator(seed: seed &* 977 &+ 3)
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let page = Int.random(in: 60..<pages, using: &random)
                let filling = UInt8(Bool.random(using: &random) ? 0 : 0xA5)
                damaged.replaceSubrange(
                    page * Self.pageSize..<(page + 1) * Self.pageSize,
                    with: Data(repeating: filling, count: Self.pageSize))
            }
            let path = store.path("x.db")
            try damaged.write(to: URL(fileURLWithPath: path))
            let outcome = try store.command("export x.db")
            // Without the schema's own pages nothing can be found.
            guard let readable = try readableKeys(path, ids: 1...4000) else {
                #expect(outcome.exitCode == 6, "seed \(seed): \(outcome)")
                return
            }
            let found = lines(outcome.output)
            let keys = found.dropFirst().compactMap { $0.split(separator: ",").dropFirst(2).first.map(String.init) }
            #expect(Set(keys) == readable, "seed \(seed): \(keys.count) of \(readable.count)")
            #expect(keys.count == Set(keys).count, "seed \(seed)")
            // A subsequence of what the whole store gives.
            var rest = whole[...]
            for line in found {
                guard let place = rest.firstIndex(of: line) else {
                    Issue.record("seed \(seed): out of order, or changed: \(line.prefix(80))")
                    break
                }
                rest = rest[(place + 1)...]
            }
            if readable.count < 4000 {
                #expect(outcome.exitCode == 6, "seed \(seed)")
                let errors = outcome.errors.replacing(",", with: "")
                let counts = [" \(4000 - readable.count) are missing", "an unknown number is missing"]
                #expect(counts.contains(where: errors.contains), "seed \(seed): \(outcome.errors)")
            }
        }
    }
}
