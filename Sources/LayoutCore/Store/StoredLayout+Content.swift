internal import LayoutSQLite

extension StoredLayout {
    /// An element of an earlier state with what its item carries now.
    package func content(of element: LayoutAttributes) throws -> ElementWithContent {
        try store.pool.read { try element.withContent(from: $0) }
    }
}
