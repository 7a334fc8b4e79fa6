public import LayoutCore
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
        repair: Bool = false, deep: Bool = false, progress: ((VerificationProgress) throws -> Void)? = nil
    ) throws -> VerificationReport {
        var report = try inspect(deep: deep || repair, progress)
        guard repair, report.isRepairable else { return report }
        do {
            try progress?(VerificationProgress(step: .rebuilding, fraction: nil))
            if report.isWhole {
                // Only followers must be mended, at the end.
            } else if path == ":memory:" {
                try pool.write { try DerivedSchema.rebuild($0) }
                report.repairs.append(StoreRebuild.inPlace)
            } else {
                guard try Self.rebuild(path, &report) else { return report }
            }
            try finishRepair(&report, progress)
        } catch {
            throw Self.withoutAdvice(error)
        }
        return report
    }

    /// Checks, and repairs, a file that may be too damaged to be opened: see ``verify(repair:deep:progress:)``.
    ///
    /// - Parameters:
    ///   - path: A path, or the text of a file URL.
    ///   - repair: Whether to repair what is found to be wrong.
    ///   - deep: Whether to solve every band again.
    ///   - opened: Is called with each store that is opened for it, which is closed again.
    ///   - progress: Called now and then; an error that it throws ends the verification.
    /// - Throws: ``LayoutError`` `notAStore` and `cannotOpen` for a file that is not a store or cannot be read;
    ///   `corrupt` for damage that keeps the file from being inspected, or a repair from working.
    /// - Complexity: O(file).
    public static func verify(
        at path: String, repair: Bool = false, deep: Bool = false, opened: (LayoutStore) -> Void = { _ in },
        progress: ((VerificationProgress) throws -> Void)? = nil
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
        do {
            try progress?(VerificationProgress(step: .rebuilding, fraction: nil))
            guard try report.isWhole || rebuild(path, &report) else { return report }
            let store = try LayoutStore(repaired: path)
            defer { store.close() }
            opened(store)
            try store.finishRepair(&report, progress)
        } catch {
            throw withoutAdvice(error)
        }
        return report
    }

    /// Makes what is derived again.
    ///
    /// - Returns: Whether it was done; if not, the report has the reasons, and nothing was changed.
    private static func rebuild(_ path: String, _ report: inout VerificationReport) throws -> Bool {
        do {
            report.repairs += try StoreRebuild(path: path).run(triesInPlace: report.allowsRepairInPlace)
            return true
        } catch let obstacles as StoreRebuild.Obstacles {
            report.isStopped = true
            report.mistakes += obstacles.mistakes.filter { !report.mistakes.contains($0) }
            return false
        }
    }

    /// The error that stopped a repair, without the advice to repair.
    private static func withoutAdvice(_ error: any Error) -> any Error {
        guard var explained = LayoutError(explaining: error) else { return error }
        if explained.code == .corrupt { explained.advice = nil }
        return explained
    }
}
