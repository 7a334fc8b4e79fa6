import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import LayoutCore

/// An app's database with a table of photos, and the data set that follows it.
struct PhotoDatabase {
    private let scratch: ScratchDirectory
    let path: String
    let app: Connection

    static let following = Following(
        table: "photo", as: "photos", section: "album", order: "taken_at", key: "id", width: "w", height: "h",
        payload: ["a", "b"])

    /// - Parameter statements: Statements that come before it is followed.
    init(_ statements: String = "") throws {
        scratch = try ScratchDirectory()
        path = scratch.file("app.db")
        app = try Connection(path: path, mode: .create)
        try app.execute(
            """
            CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken_at REAL, w REAL, h REAL, a TEXT, b TEXT);
            INSERT INTO photo VALUES (1, 'Rome', 3, 10, 20, 'x', 'y'), (2, 'Paris', 1, 10, 20, 'x', 'y'),
              (3, 'Rome', 2, 5, 5, 'p', 'q');
            """)
        try app.execute(statements)
        try follow()
    }

    func follow(_ following: Following = following) throws { try LayoutStore.follow(following, at: path) }

    func open() throws -> LayoutStore { try LayoutStore(path: path, mode: .adopt) }

    /// Makes what follows equal to its source, as preparing does first.
    func bringUpToDate() throws {
        let store = try open()
        try store.bringFollowersUpToDate()
        store.close()
    }

    /// A store with a layout “wall” of the photos.
    func openWithWall() throws -> LayoutStore {
        let store = try open()
        try store.define("wall", #"{"layout":"table"}"#, 300, 400, dataset: "photos")
        return store
    }

    /// The keys of the photos' items by the titles of their sections, in order.
    func keys() throws -> String {
        try app.names(
            """
            SELECT s.title || ':' || (SELECT group_concat(key)
              FROM (SELECT key FROM item WHERE section_id = s.id ORDER BY position))
            FROM section AS s WHERE s.dataset_id = (SELECT id FROM dataset WHERE name = 'photos') ORDER BY s.position
            """
        ).joined(separator: " ")
    }
}
