internal import LayoutSQLite
internal import LayoutSchema
internal import Synchronization

extension LayoutStore {
    /// Removes a store that is not open, with the files beside it; does nothing if it does not exist.
    ///
    /// - Throws: ``LayoutError`` `notAStore` for another program's database, and one that a store was made in beside
    ///   other tables: these are not changed; `busy` for one that is open here or elsewhere.
    public static func destroy(at path: String) throws {
        let path = try StorePath.resolve(path)
        try LayoutError.explaining {
            if DatabaseFiles.exists(at: path) { try requireOwnAndUnused(path) }
            try DatabaseFiles.remove(at: path)
        }
        DamagedFiles.forget(path)
    }

    private static func requireOwnAndUnused(_ path: String) throws {
        do {
            let connection = try Connection(path: path, mode: .readWrite, busyTimeout: .zero)
            defer { connection.close() }
            if case .foreign = try UserSchema.migrator.state(of: connection) {
                throw LayoutError(.notAStore, "\(path) is not a store: it was not changed")
            }
            if try UserSchema.migrator.isShared(connection) {
                throw LayoutError(
                    .notAStore,
                    "\(path) has other tables beside a store\u{2019}s: it was not changed",
                    advice: "Remove its followers, which takes the store out of it.")
            }
            // This succeeds only if no other process has the file open.
            try connection.run("PRAGMA journal_mode = DELETE")
        } catch  where isDamage(error) {
            // Its owner is unknown by now.
        } catch let error as SQLiteError where error.code.primary == .busy {
            throw LayoutError(.busy, "\(path) is in use", advice: "Close every store that has it open first.")
        }
    }

    /// Whether a file cannot be read as a database, or not all of it.
    package static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case let error as SQLiteError: error.code.primary == .corrupt || error.code.primary == .notADatabase
        case let error as LayoutError:
            switch error.resultCode.map(ResultCode.init) {
            case let code?: code.primary == .corrupt || code.primary == .notADatabase
            case nil: error.code == .corrupt
            }
        default: false
        }
    }
}

/// The files in which damage was met, for ``LayoutStore/openOrRecreate(path:configuration:)`` to look through.
///
/// Within this process they are remembered; a file beside the store marks them for the next one.
package enum DamagedFiles {
    private static let known = Mutex<Set<String>>([])

    private static func marker(_ path: String) -> String { path + "-damaged" }

    static func note(_ path: String) {
        known.withLock { _ = $0.insert(path) }
    }

    /// Notes it beside the file as well; if nothing can be written there, for this process only.
    static func noteForLater(_ path: String) {
        note(path)
        if !DatabaseFiles.exists(at: marker(path)) { try? DatabaseFiles.makeEmptyFile(at: marker(path)) }
    }

    package static func contains(_ path: String) -> Bool {
        known.withLock { $0.contains(path) } || DatabaseFiles.exists(at: marker(path))
    }

    /// Forgets a file that was repaired or removed.
    package static func forget(_ path: String) {
        known.withLock { _ = $0.remove(path) }
        // If it stays, the next opening checks the file once more.
        try? DatabaseFiles.removeFile(at: marker(path))
    }
}
