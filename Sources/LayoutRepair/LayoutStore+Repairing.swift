public import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension LayoutStore {
    /// Checks the whole file: SQLite's own structures, the R*Tree, the schema, and that what was derived
    /// agrees with itself and with the data sets.
    ///
    /// If only derived data is wrong, a repair makes it again in its place. Otherwise it makes a new store of the
    /// user's own tables and all other objects that are not derived, without reading derived ones. It puts the new one
    /// in the place of the old one in one transaction. Then it prepares all layouts.
    ///
    /// The user's rows are copied unchanged: damage there is reported, and stays. An index, view or trigger of the
    /// user's that could not be made again stops the repair: ``VerificationReport/mistakes``. Triggers of another
    /// program's on derived tables and views go with these; no trigger runs.
    ///
    /// - Parameters:
    ///   - repair: Whether to repair what is found to be wrong, with deep inspection.
    ///   - deep: Whether to re-solve every band and compare it with the stored result, which takes as long as a first
    ///     preparation. Stale bands are skipped and counted: ``VerificationReport/uncomparedBands``.
    ///   - progress: Called now and then; an error that it throws ends the verification.
    /// - Throws: ``LayoutError`` `corrupt` if the damage keeps even the repair from working: the file is
    ///   then what it was.
    /// - Complexity: O(file). A repair that cannot be done in place takes as much room again as the user's own tables.
    public func verify(
        repair: Bool = false, deep: Bool = false, progress: (LayoutProgress) throws -> Void = { _ in }
    ) throws -> VerificationReport {
        try withoutActuallyEscaping(progress) { progress in
            let report = try inspect(deep: deep || repair, progress)
            return repair && report.isRepairable ? try Self.repaired(report, at: path, progress) { self } : report
        }
    }

    /// Checks the whole file, on another thread.
    ///
    /// - Throws: The errors of the blocking form; ``LayoutError`` `cancelled`.
    public func verify(
        repair: Bool = false, deep: Bool = false,
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> VerificationReport {
        let report = try await inspect(deep: deep || repair, progress)
        guard repair, report.isRepairable else { return report }
        return try await BlockingWork.run(reporting: progress) { progress in
            try Self.repaired(report, at: path, progress) { self }
        }
    }

    /// Makes what is derived again, prepares all layouts, and checks the file again.
    ///
    /// - Parameter store: Returns the store, when its derived tables are there again.
    /// - Returns: The report. If the repair would have lost something, it has the reasons, and nothing was changed.
    private static func repaired(
        _ report: VerificationReport, at path: String, _ progress: @escaping (LayoutProgress) throws -> Void,
        store: () throws -> LayoutStore
    ) throws -> VerificationReport {
        var report = report
        do {
            try progress(LayoutProgress(.rebuilding))
            if report.isWhole {
                // Only followers must be mended, at the end.
            } else if path == ":memory:" {
                try store().pool.write { try DerivedSchema.rebuild($0) }
                report.repairs.append(StoreRebuild.inPlace)
            } else {
                report.repairs += try StoreRebuild(path: path).run(triesInPlace: report.allowsRepairInPlace)
            }
            try store().finishRepair(&report, progress)
        } catch let obstacles as StoreRebuild.Obstacles {
            report.isStopped = true
            report.mistakes += obstacles.mistakes.filter { !report.mistakes.contains($0) }
        } catch {
            guard var explained = LayoutError(explaining: error, path: path) else { throw error }
            // The advice is to repair it.
            if explained.code == .corrupt { explained.advice = nil }
            throw explained
        }
        return report
    }

    /// Checks, and repairs, a file that may be too damaged to be opened: see ``verify(repair:deep:progress:)``.
    ///
    /// - Parameters:
    ///   - path: A path, or the text of a file URL.
    ///   - repair: Whether to repair what is found to be wrong.
    ///   - deep: Whether to solve every band again.
    ///   - progress: Called now and then; an error that it throws ends the verification.
    /// - Throws: ``LayoutError`` `notAStore` and `cannotOpen` for a file that is not a store or cannot be read;
    ///   `corrupt` for damage that keeps the file from being inspected, or a repair from working.
    /// - Complexity: O(file).
    public static func verify(
        at path: String, repair: Bool = false, deep: Bool = false, progress: (LayoutProgress) throws -> Void = { _ in }
    ) throws -> VerificationReport {
        try withoutActuallyEscaping(progress) {
            try verify(at: path, repair: repair, deep: deep, opened: { _ in }, progress: $0)
        }
    }

    /// Checks, and repairs, a file that may be too damaged to be opened, on another thread.
    ///
    /// - Throws: The errors of the blocking form; ``LayoutError`` `cancelled`.
    public static func verify(
        at path: String, repair: Bool = false, deep: Bool = false,
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> VerificationReport {
        try await BlockingWork.run(reporting: progress) {
            try verify(at: path, repair: repair, deep: deep, opened: { _ in }, progress: $0)
        }
    }

    /// Checks, and repairs, a file that may be too damaged to be opened.
    ///
    /// - Parameter opened: Called with each store that is opened for it, which is closed again.
    package static func verify(
        at path: String, repair: Bool = false, deep: Bool = false, opened: (LayoutStore) -> Void,
        progress: @escaping (LayoutProgress) throws -> Void
    ) throws -> VerificationReport {
        var report = VerificationReport()
        do {
            let store = try LayoutStore(
                path: path, mode: .readOnly, limits: BandLimits(), accepting: repair ? .any : .damaged)
            defer { store.close() }
            opened(store)
            report = try store.inspect(deep: deep || repair, progress)
        } catch {
            let damage = LayoutError(explaining: error)
            guard repair, let damage, damage.code == .corrupt else { throw damage ?? error }
            report.problems.append(damage.message)
            report.isWhole = false
        }
        guard repair, report.isRepairable else { return report }
        var store: LayoutStore?
        defer { store?.close() }
        return try repaired(report, at: path, progress) {
            let opening = try LayoutStore(path: path, mode: .readWrite, limits: BandLimits())
            opened(opening)
            store = opening
            return opening
        }
    }

    /// How large a file may be to be looked through at each opening, in bytes. An arbitrary size that takes some
    /// milliseconds. Half takes half of them, and leaves damage of larger files to the calls that meet it.
    private static let quicklyCheckedBytes = 4 << 20

    /// Opens a store, and makes a new one where the file is damaged beyond repair: for what can be loaded again.
    ///
    /// ```swift
    /// let (store, isRecreated) = try await LayoutStore.openOrRecreate(path: path)
    /// if isRecreated { try await fill(store) }
    /// ```
    ///
    /// If only derived tables are damaged, they are made again, and the data sets stay. A file in which a call has met
    /// damage (``LayoutError`` `corrupt`, in this process or the one before) is checked as a whole. So is a small one
    /// each time. Any other opens as quickly as usual.
    ///
    /// - Returns: The store, and whether it is a new one that took the place of a damaged file.
    /// - Throws: ``LayoutError`` `notAStore` for another program's database, or of a newer version, which is not
    ///   changed, and `busy` for a damaged file that is open elsewhere; `corrupt` for a file that a statement in the
    ///   advice heals, such as one with a renamed table; `cannotOpen` and further codes for a file that cannot be
    ///   opened for another reason than damage.
    /// - Complexity: O(file) where the file is looked through or made again, and otherwise O(1).
    public static func openOrRecreate(
        path: String, configuration: Configuration = Configuration()
    ) throws -> (store: LayoutStore, isRecreated: Bool) {
        try LayoutError.explaining {
            let path = try resolvedPath(path)
            do {
                let store = try openNotingDamage(at: path, configuration)
                if try store.isSound() {
                    DamagedFiles.forget(path)
                    return (store, false)
                }
                store.close()
            } catch  where isDamage(error) {}
            if try isRepaired(path) { return (try openNotingDamage(at: path, configuration), false) }
            try destroy(at: path)
            return (try openNotingDamage(at: path, configuration), true)
        }
    }

    /// Opens a store, and makes a new one where the file is damaged beyond repair, on another thread.
    ///
    /// - Throws: The errors of the blocking form.
    public static func openOrRecreate(
        path: String, configuration: Configuration = Configuration()
    ) async throws -> (store: LayoutStore, isRecreated: Bool) {
        try await BlockingWork.run { try openOrRecreate(path: path, configuration: configuration) }
    }

    /// Opens a store, and remembers damage also for the next process.
    private static func openNotingDamage(at path: String, _ configuration: Configuration) throws -> LayoutStore {
        try LayoutStore(
            path: path, configuration: configuration, limits: BandLimits(), noteDamage: DamagedFiles.noteForLater)
    }

    /// Makes derived tables again; returns whether nothing else was damaged.
    private static func isRepaired(_ path: String) throws -> Bool {
        let report: VerificationReport
        do {
            report = try verify(at: path, repair: true)
        } catch  where isDamage(error) {
            return false
        }
        // Nothing is beyond repair: the user's rows are there, and a statement heals the file.
        if report.isStopped, let mistake = report.mistakes.last {
            throw LayoutError(.corrupt, "\(path): \(mistake.message)", advice: "To mend it: \(mistake.remedy)")
        }
        if report.isWhole { DamagedFiles.forget(path) }
        return report.isWhole
    }

    /// Looks the file through, if there is reason to.
    private func isSound() throws -> Bool {
        if DamagedFiles.contains(path) { return try inspect(deep: false).isWhole }
        guard DatabaseFiles.size(at: path) <= Self.quicklyCheckedBytes else { return true }
        return try pool.read { try $0.first("PRAGMA quick_check(1)", as: String.self) } == "ok"
    }

    /// In the order of the indexes, and so by section as well. As far as SQLite knows, several sections may have no
    /// position, and it would have to sort their items.
    ///
    /// - Parameter ofOne: Whether the data set of the name ?1 is meant, rather than all.
    static func exportedItems(ofOne: Bool) -> String {
        """
        SELECT d.name, s.title, coalesce(i.key, o.key), coalesce(i.width, o.width), coalesce(i.height, o.height),
          coalesce(i.x, o.x), coalesce(i.y, o.y), coalesce(i.payload, o.payload)\(ItemTrait.numberList(of: "i")),
          d.id, s.position, s.id, i.position
        FROM dataset AS d CROSS JOIN section AS s INDEXED BY section_order ON s.dataset_id = d.id
        CROSS JOIN item AS i INDEXED BY item_order ON i.section_id = s.id
        LEFT JOIN item AS o ON o.id = i.original_id
        \(ofOne ? "WHERE d.name = ?1" : "")
        ORDER BY d.id, s.position, s.id, i.position
        """
    }
}

extension LayoutStore {
    /// The result of an export of items.
    package struct ExportOutcome {
        /// How many items were exported.
        package var items = 0
        /// The damaged part; nil if none was found.
        package var damage: String?
        /// How many items could not be read; nil if that is not known.
        package var missing: Int?
    }

    /// Calls `body` with each item of a store, and reads on past damage.
    ///
    /// - Parameters:
    ///   - path: The store's path.
    ///   - dataset: The data set to export; nil: all data sets.
    ///   - opened: Is called with the store and how many items it has.
    ///   - body: An error that it throws ends the reading, and is thrown. It must not call the store.
    /// - Throws: The errors of `body`; ``LayoutError`` of the file, `corrupt` only if nothing of it can be read.
    package static func exportItems(
        at path: String, dataset: String?, opened: (LayoutStore, _ items: Int) throws -> Void,
        _ body: (ItemSalvage.Item) throws -> Void
    ) throws -> ExportOutcome {
        var outcome = ExportOutcome()
        var last: ItemSalvage.Position?
        do {
            let store = try LayoutStore(path: path, mode: .readOnly, limits: BandLimits(), accepting: .whole)
            defer { store.close() }
            if let dataset { _ = try store.pool.read { try DatasetRecord.id(of: dataset, in: $0) } }
            let datasets = try store.datasets().filter { dataset == nil || $0.name == dataset }
            try opened(store, datasets.reduce(0) { $0 + $1.itemCount })
            try store.pool.longRead { connection in
                let rows = try connection.cached(exportedItems(ofOne: dataset != nil))
                if let dataset { rows.bind(dataset, at: 1) }
                defer { rows.rewind() }
                let place = 8 + ItemTrait.allCases.count
                while try rows.step() {
                    try body(ItemSalvage.item(rows))
                    last = (rows.int64(place), rows.double(place + 1), rows.int64(place + 2), rows.double(place + 3))
                    outcome.items += 1
                }
            }
            return outcome
        } catch {
            guard let damage = LayoutError(explaining: error), damage.code == .corrupt else { throw error }
            outcome.damage = damage.message
        }
        return try LayoutError.explaining {
            let salvage = try ItemSalvage(path: path)
            defer { salvage.close() }
            try salvage.run(dataset: dataset, after: last, &outcome, body)
            return outcome
        }
    }
}
