public import LayoutCache

/// The app's own database with a table of photos, which a data set follows.
///
/// ```sql
/// CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken REAL, width REAL, height REAL)
/// ```
///
/// The app, its extensions and its server code write to this table as before, and the screen shows each change.
public struct Library: Sendable {
    public let store: LayoutStore

    /// Rows of photos that keep their ratios, in the order in which they were taken.
    public var photos: StoredLayout { store.layout("library") }

    /// Makes the data set follow the table, unless an earlier launch has done so.
    public init(database path: String, container: LayoutSize) throws {
        store = try LayoutStore(path: path, mode: .adopt)
        let following = Following(
            table: "photo", as: "library", section: "album", order: "taken", key: "id", width: "width",
            height: "height")
        if try !store.followings().contains(following) { try store.follow(following) }
        let rows = JustifiedDefinition(
            rowHeight: 120, itemSpacing: 2, rowSpacing: 2, header: LayoutSize(width: 0, height: 36), pinHeaders: true)
        try store.defineLayout("library", dataset: "library", definition: .justified(rows), container: container)
    }
}
