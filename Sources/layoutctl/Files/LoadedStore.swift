internal import LayoutCache

/// Opens the store that a command loads into, and leaves none behind where nothing was loaded.
enum LoadedStore {
    /// Calls `body` with the store, made where there is none.
    ///
    /// A dry run without one gets a temporary store. Where `body` fails, a store that was made for it goes again,
    /// unless it holds something by then, or another program has opened it.
    static func withStore<T>(_ path: String, isDryRun: Bool, _ body: (LayoutStore) throws -> T) throws -> T {
        if FilePath.exists(path) { return try body(StoreFile.open(path, mode: .create)) }
        if isDryRun { return try withTemporaryStore(body) }
        let store = try StoreFile.open(path, mode: .create)
        do {
            return try body(store)
        } catch {
            let isEmpty = try? store.datasets().isEmpty
            store.close()
            // What the command says is why it failed; a file that cannot be removed is no more than it was before.
            if isEmpty == true { try? LayoutStore.destroy(at: path) }
            throw error
        }
    }

    private static func withTemporaryStore<T>(_ body: (LayoutStore) throws -> T) throws -> T {
        let directory = try FilePath.makeTemporaryDirectory("layoutctl-")
        let temporary = directory + "/dry-run.db"
        defer { FilePath.removeTemporaryStore(temporary, in: directory) }
        let store = try StoreFile.open(temporary, mode: .create)
        defer { store.close() }
        return try body(store)
    }
}
