public import LayoutCache
import LayoutCacheCoding

/// A message as the app knows it.
public struct Message: Sendable, Codable {
    public var id: String
    public var text: String

    public init(id: String, text: String) {
        self.id = id
        self.text = text
    }
}

/// Messages in a store, the oldest first.
public struct Conversation: Sendable {
    public let store: LayoutStore

    /// The messages one below the other, each as high as its text.
    public var messages: StoredLayout { store.layout("messages") }

    /// Opens the store, or creates it.
    public init(path: String, container: LayoutSize) throws {
        store = try LayoutStore(path: path)
        if try store.datasets().isEmpty {
            try store.createDataset("chat")
            try store.apply([.appendSection(title: nil)], to: "chat")
        }
        let table = TableDefinition(rowSpacing: 8, estimatedRowHeight: 60)
        try store.defineLayout("messages", dataset: "chat", definition: .table(table), container: container)
    }

    /// Adds messages at the end, as they arrive.
    public func append(_ messages: [Message]) throws {
        let items = try messages.map { try SourceItem(key: $0.id, payload: $0) }
        try store.apply([.appendItems(items, section: 0)], to: "chat")
    }

    /// Adds older messages at the beginning, as they are loaded.
    public func prepend(_ messages: [Message]) throws {
        let first = ItemIndexPath(section: 0, item: 0)
        try store.apply(
            try messages.reversed().map { .insertItem(try SourceItem(key: $0.id, payload: $0), at: first) }, to: "chat")
    }
}
