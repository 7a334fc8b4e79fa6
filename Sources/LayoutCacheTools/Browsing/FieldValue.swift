internal import LayoutCache
internal import LayoutSQLite

/// The value of a field of one item.
package enum FieldValue: Sendable, Equatable {
    case number(Double)
    case text(String)
}

extension FieldValue {
    /// The values of items, by their row ids; nil for what has none.
    static func read(_ field: ItemField, of items: [Int64?], in layout: LayoutReader) throws -> [FieldValue?] {
        let row = try layout.connection.cached("SELECT \(field.sql) FROM item AS i WHERE i.id = ?1")
        return try items.map { id in
            guard let id else { return nil }
            row.bind(id, at: 1)
            defer { row.rewind() }
            guard try row.step(), !row.isNull(0) else { return nil }
            switch row.storage(0) {
            case .integer, .real: return .number(row.double(0))
            default: return row.string(0).map { .text(String($0.prefix(Self.longest))) }
            }
        }
    }

    /// A legend shows no more of a text.
    private static let longest = 60
}
