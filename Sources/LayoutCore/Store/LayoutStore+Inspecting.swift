internal import LayoutFollowing
internal import LayoutPlatform
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension LayoutStore {
    /// Prepares everything after a repair, and reports the remaining problems.
    package func finishRepair(
        _ report: inout VerificationReport, _ progress: ((VerificationProgress) throws -> Void)?
    ) throws {
        report.repairs += try pool.write { try Followers.mend($0) }.map {
            "made the triggers on \($0.sourceText) again, and “\($0.dataset)” equal to it"
        }
        do {
            let results = try prepareAll {
                try progress?(VerificationProgress(step: .preparing(layout: $0.layout), fraction: $0.fraction))
            }
            for result in results {
                switch result.result {
                case .success(let prepared):
                    report.repairs.append(
                        "prepared “\(result.layout)” again: \(Counted.text(prepared.sectionsPrepared, "section")), "
                            + Counted.text(prepared.elementsWritten, "element")
                    )
                case .failure(let error):
                    report.repairs.append("could not prepare “\(result.layout)”: \(error)")
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
        deep: Bool, _ progress: ((VerificationProgress) throws -> Void)? = nil
    ) throws -> VerificationReport {
        try pool.longRead { connection in
            var verification = Verification(connection, deep: deep) { try progress?($0) }
            try verification.run()
            var report = VerificationReport()
            report.problems = verification.problems
            report.mistakes = verification.mistakes
            report.notes = verification.notes
            report.uncomparedBands = verification.uncomparedBands
            report.isWhole = report.problems.isEmpty
            report.hasDetachedFollowers = verification.hasDueFollowers
            report.allowsRepairInPlace = verification.allowsRepairInPlace
            return report
        }
    }

    /// The text files whose lines have no text, because they are no longer what was read.
    package func changedTextFiles() throws -> [String] {
        try pool.read { connection in
            var paths: [String] = []
            try connection.forEachRow("SELECT size, modified, digest, path FROM text_file ORDER BY id") { row in
                let path = row.stringOrEmpty(3)
                // A file that was replaced while it was followed has a row for each time.
                guard !paths.contains(path), OpenFile(path: path).map(TextFileIdentity(row).matches) != true else {
                    return
                }
                paths.append(path)
            }
            return paths
        }
    }
}

extension LayoutStore {
    /// The options that this SQLite was built with, such as `ENABLE_RTREE`.
    ///
    /// - Throws: ``LayoutError`` `outOfMemory`.
    package static var sqliteOptions: [String] {
        get throws {
            var options: [String] = []
            try LayoutError.explaining {
                try Connection(path: ":memory:", mode: .create).forEachRow("PRAGMA compile_options") {
                    options.append($0.string(0) ?? "")
                }
            }
            return options
        }
    }

    /// The version of SQLite that does the work, such as `3.40.1`.
    public static var sqliteVersion: String { Connection.libraryVersion }

    /// True if that version of SQLite has the WAL-reset bug (<https://sqlite.org/wal.html>). The bug can lose a
    /// commit while two processes, or two connections, write and move the log.
    ///
    /// The store's own work is guarded; other programs' work is not: see RELIABILITY.md.
    public static var sqliteHasWALResetBug: Bool { Connection.hasWALResetBug }
}
