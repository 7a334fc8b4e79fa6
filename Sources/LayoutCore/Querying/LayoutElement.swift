internal import LayoutSQLite
internal import LayoutSchema

/// An element with what its item carries: the user's key and payload.
public struct LayoutElement: Sendable, Hashable {
    /// The element itself.
    public var attributes: LayoutAttributes
    /// The item's key; nil if it has none, and for elements without an item.
    public var key: String?
    /// The item's payload, JSON text; nil if it has none, and for elements without an item.
    public var payload: String?

    package init(attributes: LayoutAttributes, key: String? = nil, payload: String? = nil) {
        (self.attributes, self.key, self.payload) = (attributes, key, payload)
    }

    /// Looks up the sections of elements that are listed one after another: once for each run of the same section.
    package struct ListedSections {
        private let layout: LayoutReader
        private var last: (index: Int, id: Int64?, title: String?)?

        package init(_ layout: LayoutReader) { self.layout = layout }

        /// The id and title of a section by its index.
        package mutating func find(_ index: Int) throws -> (id: Int64?, title: String?) {
            if let last, last.index == index { return (last.id, last.title) }
            let id = try layout.firstBand(ofSection: index)?.band.sectionID
            let title = try id.flatMap { try layout.title(ofSectionWithID: $0) }
            last = (index, id, title)
            return (id, title)
        }
    }
}

extension LayoutReader {
    /// The title of a section; nil if it has none, and if there is no such section.
    package func title(ofSectionWithID id: Int64) throws -> String? {
        try connection.first("SELECT title FROM section WHERE id = ?1", id, as: String?.self) ?? nil
    }

    /// Calls `body` with each element, its item's key and its payload.
    package func forEachWithContent(_ elements: [LayoutAttributes], _ body: (LayoutElement) throws -> Void) throws {
        let ids = ContiguousArray(elements.map { $0.itemID ?? ColumnBatch.nullInteger })
        var next = 0
        // One statement for all: it goes on to an item that follows the one before, which takes a third of the time of
        // a look-up. An item that was deleted since it was laid out has neither.
        try connection.forEachRow(
            """
            SELECT i.key, \(LineTexts.payloadSQL)
            FROM column_batch(?1) AS b LEFT JOIN item AS i ON i.id = b.c0
            """, batch: ColumnBatch(rowCount: ids.count, columns: [.integers(ids)])
        ) { row in
            try body(LayoutElement(attributes: elements[next], key: row.string(0), payload: row.string(1)))
            next += 1
        }
    }

    package func withContent(_ elements: [LayoutAttributes]) throws -> [LayoutElement] {
        var answer: [LayoutElement] = []
        answer.reserveCapacity(elements.count)
        try forEachWithContent(elements) { answer.append($0) }
        return answer
    }
}
