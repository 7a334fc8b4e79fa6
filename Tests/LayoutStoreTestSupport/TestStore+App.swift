import LayoutCSQLite
import LayoutSQLFunctions
package import LayoutSQLite
import LayoutTestSupport
import Testing
import LayoutCore

extension TestStore {
    /// Calls `body` with a connection of the app's own that has the functions.
    package func withConnectionOfApp(_ body: (Connection) throws -> Void) throws {
        var opened: OpaquePointer?
        #expect(unsafe sqlite3_open(directory.file("store.db"), &opened) == SQLITE_OK)
        let handle = try unsafe #require(opened)
        // Closing fails where a statement was forgotten.
        defer { #expect(unsafe sqlite3_close(handle) == SQLITE_OK) }
        unsafe try LayoutFunctions.register(on: handle)
        let app = unsafe Connection(borrowing: handle)
        defer { app.close() }
        try body(app)
    }
}
