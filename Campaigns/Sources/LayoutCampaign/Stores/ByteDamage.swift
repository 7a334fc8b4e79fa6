internal import LayoutSQLite
internal import LayoutTestSupport

/// Damages a store's bytes, as a failing disk could, or a program that knows nothing of SQLite.
enum ByteDamage {
    /// Leaves a copy of a store with part of what it holds in a log, as after a crash.
    static func copyWithLog(_ path: String, to other: String) throws {
        let live = other + "-live.db"
        try StoreFiles.copy(path, to: live)
        try Connection.at(live) { connection in
            try connection.execute(
                "PRAGMA journal_mode = WAL; UPDATE viewport SET y = y; UPDATE item SET payload = payload")
            for table in try DerivedTables.withRowIDs(connection) {
                guard let column = DerivedTables.columns(of: table, in: connection).last else { continue }
                let (name, place) = (try Statement.quoted(table), try Statement.quoted(column))
                try connection.execute("UPDATE \(name) SET \(place) = \(place)")
            }
            try StoreFiles.copy(live, to: other)
        }
        StoreFiles.remove(live)
    }

    /// Damages a file; returns what was done.
    static func strike(_ path: String, using random: inout SeededGenerator) throws -> String {
        var bytes = try StoreFiles.bytes(path)
        guard bytes.count > 200 else { return "nothing: too small" }
        let page = 4096
        let pages = bytes.count / page
        var done: String
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            let size = Int.random(in: 0..<bytes.count, using: &random)
            bytes.removeSubrange(size...)
            done = "cut to \(size) bytes"
        case let kind where kind < 3 && pages > 2:
            let (one, other) = (Int.random(in: 1..<pages, using: &random), Int.random(in: 1..<pages, using: &random))
            for index in 0..<page { bytes[one * page + index] = kind == 1 ? bytes[other * page + index] : 0 }
            done = kind == 1 ? "page \(other + 1) over page \(one + 1)" : "page \(one + 1) zeroed"
        case 3:
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(start + Int.random(in: 1...600, using: &random), bytes.count)
            for index in start..<end { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            done = "bytes \(start)..<\(end) at random"
        default:
            let places = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                // The header of the file, and of a page, are where a byte decides most.
                switch Int.random(in: 0..<4, using: &random) {
                case 0: Int.random(in: 16..<100, using: &random)
                case 1 where pages > 0:
                    Int.random(in: 0..<pages, using: &random) * page + Int.random(in: 0..<40, using: &random)
                default: Int.random(in: 0..<bytes.count, using: &random)
                }
            }
            for place in places { bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random) }
            done = "bits flipped at \(places)"
        }
        try StoreFiles.write(bytes, to: path)
        return done
    }
}
