internal import LayoutCore
internal import LayoutPlatform
internal import LayoutSQLite

extension StoreHeader {
    /// Sets right what cannot be in the header of a store that SQLite does not open, for the time of a repair.
    ///
    /// A header that SQLite reads the file by is right, except for the number of pages. The former header is kept in a
    /// file beside the store, and is put back if the repair fails.
    ///
    /// - Returns: What `repair` returns, after a line for each correction.
    static func mending(at path: String, _ repair: () throws -> [String]) throws -> [String] {
        let (old, new, flaws) = try found(at: path)
        guard let new, new != old else { return try repair() }
        let copy = path + "-header"
        guard writeFile(old, at: copy) else {
            throw LayoutError(
                .unwritable, "the header of the store cannot be saved in \(copy): \(systemMessage(errno))")
        }
        do {
            try HeaderRepair.replace(old, with: new, at: path)
            let lines = try flaws.map { "corrected the file header: \($0)" } + repair()
            removeFile(at: copy)
            return lines
        } catch {
            // Only a header that is still the corrected one: the repair may have written the whole file.
            try? HeaderRepair.replace(new, with: old, at: path)
            if try found(at: path).old == old { removeFile(at: copy) }
            throw error
        }
    }

    /// The header of a store, another one by which SQLite reads the file, and what is wrong in the first.
    private static func found(at path: String) throws -> (old: [UInt8], new: [UInt8]?, flaws: [String]) {
        let connection = try Connection(path: path, mode: .readWrite)
        let repair: HeaderRepair
        do {
            defer { connection.close() }
            repair = try HeaderRepair(connection, mark: mark)
        }
        guard repair.isMarked, let likely = repair.candidates.first else { return (repair.old, nil, []) }
        if isReadable(path) {
            // Of these four bytes a wrong number is corrected, by which SQLite counts the pages again.
            var counted = repair.old
            counted.replaceSubrange(92..<96, with: likely[92..<96])
            return (repair.old, counted, [])
        }
        for candidate in repair.candidates {
            try HeaderRepair.replace(repair.old, with: candidate, at: path)
            defer { try? HeaderRepair.replace(candidate, with: repair.old, at: path) }
            if isReadable(path) { return (repair.old, candidate, repair.flaws) }
        }
        return (repair.old, likely, repair.flaws)
    }

    /// Whether SQLite opens a file for writing, and understands its schema.
    private static func isReadable(_ path: String) -> Bool {
        guard let connection = try? Connection(path: path, mode: .readWrite) else { return false }
        defer { connection.close() }
        let count = try? connection.first("SELECT count(*) FROM dataset", as: Int.self)
        return count != nil && !connection.isReadOnly
    }
}
