public import LayoutEngine
internal import LayoutFollowing
internal import LayoutPlatform
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension LayoutStore {
    /// The data sets, in alphabetical order, with what they hold.
    ///
    /// - Complexity: O(items / 256), and the items near which some came or went since the last preparation.
    public func datasets() throws -> [DatasetStatus] {
        try pool.read { connection in
            // The outline has counted all runs, except runs with inserted or deleted items.
            try connection.rows(
                """
                SELECT d.name, (SELECT count(*) FROM section AS s WHERE s.dataset_id = d.id),
                  (SELECT coalesce(sum(\(Outline.itemCountSQL("s.id"))), 0) FROM section AS s WHERE s.dataset_id = d.id)
                FROM dataset AS d ORDER BY d.name
                """
            ) { DatasetStatus(name: $0.stringOrEmpty(0), sectionCount: $0.int(1), itemCount: $0.int(2)) }
        }
    }

    /// Prepares everything after a repair, and reports the remaining problems.
    package func finishRepair(
        _ report: inout VerificationReport, _ progress: @escaping (LayoutProgress) throws -> Void
    ) throws {
        report.repairs += try pool.write { try Followers.mend($0) }.map {
            "made the triggers on \($0.sourceText) again, and “\($0.dataset)” equal to it"
        }
        do {
            let results = try prepareAll(progress: progress)
            for result in results {
                switch result.result {
                case .success(let prepared):
                    let sections = ReadableNumber.counted(prepared.sectionsPrepared, "section")
                    let elements = ReadableNumber.counted(prepared.elementsWritten, "element")
                    report.repairs.append("prepared “\(result.name)” again: \(sections), \(elements)")
                case .failure(let error): report.repairs.append("could not prepare “\(result.name)”: \(error)")
                }
            }
        } catch {
            // All derived tables were made just now: the unusable values came from the user's own rows.
            guard let explained = LayoutError(explaining: error), explained.code == .corrupt else { throw error }
            report.repairs.append("could not prepare all layouts: \(explained.message)")
        }
        let left = try inspect(deep: true, progress)
        report.isWhole = left.isWhole
        report.mistakes = left.mistakes
        if report.isWhole { DamagedFiles.forget(path) }
        report.repairs += left.problems.map { "still wrong, in the data set itself: \($0)" }
    }

    /// Checks the whole file, and changes nothing.
    package func inspect(
        deep: Bool, _ progress: @escaping (LayoutProgress) throws -> Void = { _ in }
    ) throws -> VerificationReport {
        try pool.longRead { try VerificationReport(of: $0, deep: deep, progress) }
    }

    /// Checks the whole file on another thread.
    package func inspect(
        deep: Bool, _ progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> VerificationReport {
        try await pool.longRead { try VerificationReport(of: $0, deep: deep, progress) }
    }

    /// The text files whose lines have no text, because they are no longer what was read, or are not at their place.
    package func changedTextFiles() throws -> [(path: String, isThere: Bool)] {
        try pool.read { connection in
            var paths: [(path: String, isThere: Bool)] = []
            try connection.forEachRow("SELECT size, modified, digest, path FROM text_file ORDER BY id") { row in
                let path = row.stringOrEmpty(3)
                // A file that was replaced while it was followed has a row for each time.
                let file = OpenFile(path: path)
                guard !paths.contains(where: { $0.path == path }), file.map(LineTexts.FileIdentity(row).matches) != true
                else { return }
                paths.append((path, file != nil))
            }
            return paths
        }
    }

    /// The version of SQLite that does the work, such as `3.40.1`.
    public static var sqliteVersion: String { Connection.libraryVersion }

    /// True if that version of SQLite has the WAL-reset bug (<https://sqlite.org/wal.html>). The bug can lose a
    /// commit while two processes, or two connections, write and move the log.
    ///
    /// The store's own work is guarded; other programs' work is not: see RELIABILITY.md.
    public static var sqliteHasWALResetBug: Bool { Connection.hasWALResetBug }

    /// Copies one state of the store into a new file, while it is in use.
    ///
    /// The copy is an independent store, including prepared layouts. It appears under its name when it is complete.
    ///
    /// - Parameters:
    ///   - path: A path, or the text of a file URL.
    ///   - progress: Called after each megabyte; an error that it throws ends the copying.
    /// - Throws: ``LayoutError`` `exists` if a file of that name exists; `cannotOpen` and `diskFull` if it cannot be
    ///   written, `cancelled`. No file is left behind.
    /// - Complexity: O(file). The write-ahead log cannot be truncated until then.
    public func backup(to path: String, progress: (LayoutProgress) throws -> Void = { _ in }) throws {
        let path = try requireFree(path)
        try pool.copy(to: path) { try progress(LayoutProgress(.copying, fraction: LayoutProgress.share($0, of: $1))) }
    }

    /// Copies one state of the store into a new file, on another thread.
    ///
    /// - Complexity: O(file).
    public func backup(to path: String, progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in })
        async throws
    {
        let path = try requireFree(path)
        try await pool.copy(to: path) {
            try progress(LayoutProgress(.copying, fraction: LayoutProgress.share($0, of: $1)))
        }
    }

    private func requireFree(_ text: String) throws -> String {
        let path = try Self.resolvedPath(text)
        guard DatabaseFiles.isTaken(path) else { return path }
        throw LayoutError(.exists, "there is a file at \(path) already")
    }
}

/// The results of a compaction.
public struct CompactionReport: Sendable, Hashable {
    /// The size of the file before, in bytes, without its log.
    public var bytesBefore: Int
    /// The size of the file afterwards, in bytes, without its log.
    public var bytesAfter: Int
}

extension LayoutStore {
    /// Rewrites the file without the space that deleted rows have left in it.
    ///
    /// Readers continue during it, and writers wait. It needs free space of twice the file. A process that is killed in
    /// the middle of it leaves the file unchanged.
    ///
    /// - Parameter progress: Called now and then; an error that it throws ends the compaction, and the file is
    ///   unchanged.
    /// - Throws: ``LayoutError`` `diskFull`, `busy`, `cancelled`; what `progress` throws.
    /// - Complexity: O(file).
    @discardableResult
    public func compact(progress: (LayoutProgress) throws -> Void = { _ in }) throws -> CompactionReport {
        try removeLeftovers()
        let report = try pool.writeInBulk { try Self.compact($0, progress) }
        // Readers may hold back what then stays for the store's own checkpoints.
        pool.cutLog()
        return report
    }

    /// Rewrites the file without the space that deleted rows have left in it, on another thread.
    ///
    /// - Complexity: O(file).
    @discardableResult
    public func compact(
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> CompactionReport {
        try await removeLeftovers()
        let report = try await pool.writeInBulk { try Self.compact($0, progress) }
        await BlockingWork.run { pool.cutLog() }
        return report
    }

    private static func compact(
        _ connection: Connection, _ progress: (LayoutProgress) throws -> Void
    ) throws -> CompactionReport {
        let pageSize = try connection.first("PRAGMA page_size", as: Int.self) ?? 4096
        func pages() throws -> Int { try connection.first("PRAGMA page_count", as: Int.self) ?? 0 }
        let before = try pages()
        try progress(LayoutProgress(.copying, fraction: 0))
        let written = connection.writtenPages
        try connection.checking {
            // Each page is written to a temporary file, and from there to the log.
            let share = Double(connection.writtenPages - written) / Double(2 * max(1, before))
            try progress(LayoutProgress(.copying, fraction: min(0.99, share)))
        } while: {
            try connection.execute("VACUUM")
        }
        // It is done: there is nothing left to end.
        try? progress(LayoutProgress(.copying, fraction: 1))
        return CompactionReport(bytesBefore: before * pageSize, bytesAfter: try pages() * pageSize)
    }
}

/// A layout in figures: a row of the view `layout_status`.
public struct LayoutStatus: Sendable, Hashable {
    /// The layout’s name.
    public var name: String
    /// The name of the data set that it lays out.
    public var dataset: String
    /// `table`, `flow`, …
    public var kind: String
    /// The size of its container, in points.
    public var container: LayoutSize
    /// The number of sections in the prepared layout; until its first preparation is complete, in its beginning.
    public var sectionCount: Int
    /// The number of its items.
    public var itemCount: Int
    /// The number of elements laid out, without items that are not shown.
    public var elementCount: Int
    /// The size of the whole content in points; an estimate until all bands are laid out.
    public var contentSize: LayoutSize
    /// The number of sections that changed since they were prepared, or were never prepared.
    public var staleSections: Int
    /// True if every band was laid out.
    public var isComplete: Bool
}

extension LayoutStore {
    /// The state of every layout, by name.
    ///
    /// - Complexity: O(log bands + what is stale) for each layout; O(sections) for one that was redefined.
    public func status() throws -> [LayoutStatus] {
        try pool.read { connection in
            try connection.rows(
                """
                SELECT layout, dataset, (SELECT iif(json_valid(l.definition), l.definition ->> 'layout', NULL)
                    FROM layout AS l WHERE l.name = s.layout),
                  container_width, container_height, section_count, item_count,
                  element_count, content_width, content_height, stale_sections, is_complete
                FROM layout_status AS s ORDER BY layout
                """
            ) { row in
                LayoutStatus(
                    name: row.stringOrEmpty(0), dataset: row.stringOrEmpty(1),
                    kind: row.stringOrEmpty(2),
                    container: LayoutSize(width: row.double(3), height: row.double(4)), sectionCount: row.int(5),
                    itemCount: row.int(6), elementCount: row.int(7),
                    contentSize: LayoutSize(width: row.double(8), height: row.double(9)), staleSections: row.int(10),
                    isComplete: row.bool(11))
            }
        }
    }
}

/// The status of a data set.
public struct DatasetStatus: Sendable, Hashable {
    /// The data set’s name.
    public var name: String
    /// The number of its sections.
    public var sectionCount: Int
    /// The number of items in all its sections.
    public var itemCount: Int
}
