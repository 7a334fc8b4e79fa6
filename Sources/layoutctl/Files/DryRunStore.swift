internal import LayoutCache

/// Opens the store that a command writes to.
enum DryRunStore {
    /// Calls `body` with the store, made where there is none; a dry run without one gets a temporary
    /// store, so that it leaves nothing behind.
    static func withStore<T>(_ path: String, isDryRun: Bool, _ body: (LayoutStore) throws -> T) throws -> T {
        guard isDryRun, !FilePath.exists(path) else { return try body(StoreFile.open(path, mode: .create)) }
        let directory = try FilePath.makeTemporaryDirectory("layoutctl-")
        let temporary = directory + "/dry-run.db"
        defer { FilePath.removeTemporaryStore(temporary, in: directory) }
        let store = try StoreFile.open(temporary, mode: .create)
        defer { store.close() }
        return try body(store)
    }
}
