internal import LayoutEngine
package import LayoutSQLite
internal import LayoutSchema

extension LayoutReader {
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

    func withContent(_ elements: [LayoutAttributes]) throws -> [LayoutElement] {
        var answer: [LayoutElement] = []
        answer.reserveCapacity(elements.count)
        try forEachWithContent(elements) { answer.append($0) }
        return answer
    }
}

extension LayoutAttributes {
    /// The element with its item's key and payload: one look-up.
    package func withContent(from connection: Connection) throws -> LayoutElement {
        guard let itemID else { return LayoutElement(attributes: self) }
        let row = try connection.cached("SELECT i.key, \(LineTexts.payloadSQL) FROM item AS i WHERE i.id = ?1")
        row.bind(itemID, at: 1)
        defer { row.rewind() }
        // An item that was deleted since the layout was prepared still shows, with nothing inside.
        guard try row.step() else { return LayoutElement(attributes: self) }
        return LayoutElement(attributes: self, key: row.string(0), payload: row.string(1))
    }
}

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
}

/// The places of cells among the rows of their sections, for layouts in which they have any.
struct RowPositions {
    private let layout: LayoutReader
    /// Of the sections that were asked about: the items before the end of the first row, and before the last row.
    private var rows: [Int: (first: Int, last: Int)] = [:]

    /// - Returns: nil for a layout whose rows are not grouped.
    init?(_ layout: LayoutReader) {
        guard layout.isPrepared, layout.traits.groupsRows else { return nil }
        self.layout = layout
    }

    /// Gives each cell its place. O(log bands + items of a row) for each section.
    mutating func note(in elements: inout [LayoutAttributes]) throws {
        for index in elements.indices where elements[index].kind == .cell {
            elements[index].rowPosition = try elements[index].indexPath.map { try position(of: $0) }
        }
    }

    mutating func position(of path: ItemIndexPath) throws -> RowPosition {
        let (first, last) = try ends(ofSection: path.section)
        return path.item < first ? path.item < last ? .first : .only : path.item < last ? .middle : .last
    }

    private mutating func ends(ofSection section: Int) throws -> (first: Int, last: Int) {
        if let known = rows[section] { return known }
        let end = try ElementLookup(layout).itemCount(inSection: section)
        let first = try length(ofRowFrom: 0, by: 1, inSection: section)
        let found = try (first, last: end - length(ofRowFrom: end - 1, by: -1, inSection: section))
        rows[section] = found
        return found
    }

    /// The number of items of a row, from its first or its last one. They begin side by side, in one band.
    private func length(ofRowFrom item: Int, by step: Int, inSection section: Int) throws -> Int {
        let wanted = try layout.start(ofSection: section).items + item
        guard let (band, before) = try layout.band(after: { $0.items <= wanted }) else { return 1 }
        func origin(_ rank: Int) throws -> LayoutPoint? {
            guard (0..<band.sums.items).contains(rank) else { return nil }
            return try BandSearch(band, in: layout.connection).element(ofKind: nil, item: rank)?.frame.origin
        }
        let axis = layout.traits.axis
        guard let edge = try origin(wanted - before.items) else { return 1 }
        var length = 1
        while let next = try origin(wanted - before.items + length * step), next[axis] == edge[axis],
            next[axis.cross] != edge[axis.cross]
        { length += 1 }
        return length
    }
}
