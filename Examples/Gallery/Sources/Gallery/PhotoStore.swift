public import LayoutCache
import LayoutCacheCoding

/// A photo as the app knows it.
public struct Photo: Sendable {
    public var name: String
    public var album: String
    /// In pixels.
    public var width: Int
    public var height: Int
    public var caption: String

    public init(name: String, album: String, width: Int, height: Int, caption: String) {
        self.name = name
        self.album = album
        self.width = width
        self.height = height
        self.caption = caption
    }
}

/// The app's photos in a store, with the two layouts in which it shows them.
public struct PhotoStore: Sendable {
    public let store: LayoutStore

    /// Albums one below the other, each with a header that stays visible.
    public var albums: StoredLayout { store.layout("albums") }
    /// One caption to a row, as high as its text. Its sizes are in a separate measure.
    public var captions: StoredLayout { store.layout("captions") }

    /// Opens the store, or makes it. Nothing here waits for a layout: the screens prepare what they show.
    public init(path: String) throws {
        store = try LayoutStore(path: path)
    }

    /// Replaces the stored photos by the app's current ones.
    ///
    /// A section is made for each album, in the order in which they come. The key is the photo's name, by which a cell
    /// finds its picture again.
    public func replace(by photos: [Photo], container: LayoutSize) throws {
        // All photos of a line have one height.
        let height = 110.0
        let items = try photos.map { photo in
            try SourceItem(
                section: photo.album, key: photo.name,
                width: height * Double(photo.width) / Double(max(photo.height, 1)),
                height: height, payload: PhotoText(caption: photo.caption))
        }
        try store.importItems(items, into: "photos", mode: .replace)
        let header = LayoutSize(width: 0, height: 36)
        let flow = FlowDefinition(itemSpacing: 2, lineSpacing: 2, header: header, pinHeaders: true)
        try store.defineLayout("albums", dataset: "photos", definition: .flow(flow), container: container)
        let table = TableDefinition(estimatedRowHeight: 60, header: header, pinHeaders: true)
        try store.defineLayout(
            "captions", dataset: "photos", definition: .table(table), container: container, measure: "captions")
    }
}

/// The text that a cell shows beside the picture: the payload of an item in the store.
struct PhotoText: Codable {
    var caption: String
}
