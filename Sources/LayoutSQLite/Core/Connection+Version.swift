internal import LayoutCSQLite

extension Connection {
    /// The version of the SQLite library in use, such as `3.40.1`.
    package static var libraryVersion: String {
        unsafe String(cString: sqlite3_libversion())
    }

    /// Whether the SQLite library in use has the WAL-reset bug (<https://sqlite.org/wal.html>), by its version: a
    /// vendor may have mended an older one.
    package static var hasWALResetBug: Bool { hasWALResetBug(version: Int(sqlite3_libversion_number())) }

    /// Whether a version such as 3040001 has it: from 3.7.0 to 3.51.2, except two older releases that were mended.
    static func hasWALResetBug(version: Int) -> Bool {
        switch version {
        case 3_044_006..<3_045_000, 3_050_007..<3_051_000: false
        default: (3_007_000..<3_051_003).contains(version)
        }
    }
}
