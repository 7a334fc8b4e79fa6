internal import LayoutEngine
package import LayoutSQLite
internal import LayoutSchema

/// Reads the keys and payloads of items one after another.
///
/// Items that are listed in their order mostly follow each other in the table too. There it goes on to the next row,
/// which takes a third of the time of a look-up.
struct ItemContents {
    private let connection: Connection
    /// In the middle of its rows, at or before the next item that is wanted.
    private var rows: Statement?
    private var current: Int64 = 0

    /// The number of rows that are skipped before the next one is looked up.
    private static let skipLimit: UInt64 = 8

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The element with its item's key and payload; with neither if the item was deleted since it was laid out.
    mutating func withContent(_ element: LayoutAttributes) throws -> ElementWithContent {
        guard let itemID = element.itemID else { return ElementWithContent(attributes: element) }
        guard let row = try row(at: itemID) else { return ElementWithContent(attributes: element) }
        return ElementWithContent(attributes: element, key: row.string(1), payload: row.string(2))
    }

    private mutating func row(at id: Int64) throws -> Statement? {
        if let rows, id >= current, UInt64(bitPattern: id &- current) <= Self.skipLimit {
            while current < id {
                guard try rows.step() else {
                    self.rows = nil
                    return nil
                }
                current = rows.int64(0)
            }
            return current == id ? rows : nil
        }
        close()
        let rows = try connection.cached(
            "SELECT i.id, i.key, \(LineTexts.payloadSQL) FROM item AS i WHERE i.id >= ?1 ORDER BY i.id")
        rows.bind(id, at: 1)
        guard try rows.step() else { return nil }
        current = rows.int64(0)
        self.rows = rows
        return current == id ? rows : nil
    }

    /// Ends the reading.
    mutating func close() {
        rows?.rewind()
        rows = nil
    }
}

extension LayoutReader {
    /// Calls `body` with each element, its item's key and its payload.
    package func forEachWithContent(_ elements: [LayoutAttributes], _ body: (ElementWithContent) throws -> Void) throws
    {
        var contents = ItemContents(connection)
        defer { contents.close() }
        for element in elements { try body(contents.withContent(element)) }
    }

    /// The elements with their items' keys and payloads.
    func withContent(_ elements: [LayoutAttributes]) throws -> [ElementWithContent] {
        var answer: [ElementWithContent] = []
        answer.reserveCapacity(elements.count)
        try forEachWithContent(elements) { answer.append($0) }
        return answer
    }
}

extension LayoutAttributes {
    /// The element with its item's key and payload: one look-up.
    package func withContent(from connection: Connection) throws -> ElementWithContent {
        guard let itemID else { return ElementWithContent(attributes: self) }
        let row = try connection.cached(
            "SELECT i.key, \(LineTexts.payloadSQL) FROM item AS i WHERE i.id = ?1")
        row.bind(itemID, at: 1)
        defer { row.rewind() }
        // An item that was deleted since the layout was prepared still shows, with nothing inside.
        guard try row.step() else { return ElementWithContent(attributes: self) }
        return ElementWithContent(attributes: self, key: row.string(0), payload: row.string(1))
    }
}

/// An element with what its item carries: the user's key and payload.
public struct ElementWithContent: Sendable, Hashable {
    /// The element itself.
    public var attributes: LayoutAttributes
    /// The item's key; nil if it has none, and for elements without an item.
    public var key: String?
    /// The item's payload, JSON text; nil if it has none, and for elements without an item.
    public var payload: String?
}

/// The places of cells among the rows of their sections, for layouts in which they have any.
struct RowPositions {
    private let connection: Connection
    private let preparationID: Int64

    /// - Returns: nil for a layout whose rows are not grouped.
    init?(_ layout: LayoutReader) {
        guard layout.isPrepared, layout.traits.groupsRows else { return nil }
        connection = layout.connection
        preparationID = layout.preparationID
    }

    /// Gives each cell its place. It takes the index of the section's items: O(log items) for each.
    func note(in elements: inout [LayoutAttributes]) throws {
        for index in elements.indices where elements[index].kind == .cell {
            elements[index].rowPosition = try elements[index].itemID.flatMap(position)
        }
    }

    /// The place of a cell.
    func position(ofItem id: Int64) throws -> RowPosition? {
        try connection.first(
            "SELECT row_position FROM lc_row_position WHERE preparation_id = ?1 AND item_id = ?2", preparationID, id,
            as: String.self
        ).flatMap(RowPosition.init)
    }
}
