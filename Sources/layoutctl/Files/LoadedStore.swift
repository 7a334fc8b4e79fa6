internal import LayoutCache

/// Opens the store that a command loads into, and leaves none behind if nothing was loaded.
enum LoadedStore {
    /// Calls `body` with the store, created if it does not exist; one without data sets is loaded like a new one.
    ///
    /// A dry run without one gets a temporary store.
    static func withStore<T>(
        _ path: String, isDryRun: Bool, _ console: Console, _ body: (LayoutStore) throws -> T
    ) throws -> T {
        if FilePath.exists(path) {
            let store = try StoreFile.open(path, mode: .create)
            if try isDryRun || !store.isEmpty { return try body(store) }
            store.close()
            return try StoreFile.create(path, loading: body)
        }
        guard isDryRun else {
            let result = try StoreFile.create(path, loading: body)
            if let warning = Version.warning { console.note(warning) }
            return result
        }
        let directory = try FilePath.makeTemporaryDirectory("layoutctl-")
        let temporary = directory + "/dry-run.db"
        defer { FilePath.removeTemporaryStore(temporary, in: directory) }
        return try StoreFile.create(temporary, loading: body)
    }
}
