internal import LayoutSQLite
internal import Synchronization

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
