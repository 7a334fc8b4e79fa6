public import LayoutCore
internal import LayoutSQLite

extension LayoutStore {
    /// How large a file may be to be looked through at each opening, in bytes: an arbitrary size that takes some
    /// milliseconds.
    private static let quicklyCheckedBytes = 4 << 20

    /// Opens a store, and makes a new one where the file is damaged beyond repair: for what can be loaded again.
    ///
    /// ```swift
    /// let (store, isRecreated) = try LayoutStore.openOrRecreate(path: path)
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
        try LayoutError.explaining { try openOrRecreate(at: StorePath.resolve(path), configuration) }
    }

    private static func openOrRecreate(
        at path: String, _ configuration: Configuration
    ) throws -> (store: LayoutStore, isRecreated: Bool) {
        do {
            let store = try LayoutStore(notingDamageAt: path, configuration)
            if try store.isSound() {
                DamagedFiles.forget(path)
                return (store, false)
            }
            store.close()
        } catch  where isDamage(error) {}
        if try isRepaired(path) { return (try LayoutStore(notingDamageAt: path, configuration), false) }
        try destroy(at: path)
        return (try LayoutStore(notingDamageAt: path, configuration), true)
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
}
