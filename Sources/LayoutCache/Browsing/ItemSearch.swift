package import LayoutEngine
internal import LayoutSQLite

/// A part of a search: what was found, and where the next part goes on.
package struct SearchSlice: Sendable {
    package struct Hit: Sendable {
        package var section: Int
        /// nil where the section itself was found, by its title.
        package var item: Int?
        package var key: String?
        package var title: String?
        /// Where it lies; of an item that was not laid out yet, where its section does.
        package var frame: LayoutRect
    }

    package var hits: [Hit] = []
    /// To be given to the next call; nil where everything was looked at.
    package var next: Int64?
    /// How much was looked at, from 0 to 1.
    package var fraction = 1.0
}

extension StoredLayout {
    /// Looks for a text in titles of sections, and in keys and titles of items: first what indexes find, then, row by
    /// row, everything else.
    ///
    /// Letters of ASCII are found in both cases. What an index finds may come again.
    ///
    /// - Parameters:
    ///   - cursor: ``SearchSlice/next`` of the call before; nil for the first.
    ///   - limit: Up to how many hits a part has, give or take what one look finds.
    ///   - duration: How long a part goes on, give or take one look of some milliseconds.
    package func search(
        _ text: String, after cursor: Int64? = nil, limit: Int = 200, within duration: Duration = .milliseconds(15)
    ) throws -> SearchSlice {
        guard !text.isEmpty else { return SearchSlice() }
        return try longRead { layout in
            guard layout.isPrepared else { return SearchSlice() }
            var search = ItemSearch(layout, text: text, limit: limit, duration: duration)
            try search.run(after: cursor)
            return search.slice
        }
    }
}

/// Searches one data set through one of its layouts.
private struct ItemSearch {
    private let layout: LayoutReader
    private let lookup: ItemLookup
    private let text: String
    private let pattern: String
    private let limit: Int
    private let end: ContinuousClock.Instant
    private(set) var slice = SearchSlice()

    /// How many rows one statement looks at.
    private static let windowLength = 1024

    init(_ layout: LayoutReader, text: String, limit: Int, duration: Duration) {
        self.layout = layout
        lookup = ItemLookup(layout)
        self.text = text
        self.limit = limit
        end = .now + duration
        var pattern = "%"
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        self.pattern = pattern + "%"
    }

    mutating func run(after cursor: Int64?) throws {
        let connection = layout.connection
        if cursor == nil { try findByIndex() }
        guard let last = try connection.first("SELECT max(id) FROM item", as: Int64?.self) ?? nil else { return }
        let first = try connection.first("SELECT min(id) FROM item", as: Int64.self) ?? last
        guard cursor.map({ $0 < last }) ?? true else { return }
        var start = cursor.map { $0 + 1 } ?? first
        while true {
            let windowEnd =
                try connection.first(
                    "SELECT id FROM item WHERE id >= ?1 ORDER BY id LIMIT 1 OFFSET ?2", start, Self.windowLength - 1,
                    as: Int64.self) ?? last
            let seen = try findItems(from: start, upTo: windowEnd)
            guard seen < last else { return }
            if slice.hits.count >= limit || .now >= end {
                slice.next = seen
                slice.fraction = (Double(seen) - Double(first)) / max(1, Double(last) - Double(first))
                return
            }
            start = seen + 1
        }
    }

    /// What a key that begins with the text, or a section's title with it, leads to.
    private mutating func findByIndex() throws {
        var found: [Found] = []
        try layout.connection.forEachRow(
            """
            SELECT i.id, i.key, CASE WHEN json_valid(i.payload) THEN json_extract(i.payload, '$.title') END
            FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
            WHERE i.key >= ?1 AND i.key < ?2 AND s.dataset_id = ?3 ORDER BY i.key LIMIT 50
            """,
            text, text + "\u{10FFFF}", layout.record.datasetID
        ) { found.append(Found($0)) }
        for item in found { try add(item) }
        var sections: [(position: Double, title: String?)] = []
        try layout.connection.forEachRow(
            """
            SELECT position, title FROM section WHERE dataset_id = ?1 AND title LIKE ?2 ESCAPE '\\'
            ORDER BY position LIMIT 50
            """,
            layout.record.datasetID, pattern
        ) { sections.append(($0.double(0), $0.string(1))) }
        for section in sections {
            let rank =
                try layout.connection.first(
                    "SELECT count(*) FROM section WHERE dataset_id = ?1 AND position < ?2", layout.record.datasetID,
                    section.position, as: Int.self) ?? 0
            guard let frame = try layout.frame(ofSection: rank) else { continue }
            slice.hits.append(
                SearchSlice.Hit(section: rank, item: nil, key: nil, title: section.title, frame: frame))
        }
    }

    private struct Found {
        let id: Int64
        let key: String?
        let title: String?

        init(_ row: Statement) {
            id = row.int64(0)
            key = row.string(1)
            title = row.string(2)
        }
    }

    /// A payload is looked into only where its text could hold a title with what is looked for: that is its plain
    /// text, unless something in it is escaped.
    ///
    /// - Returns: How far it came.
    private mutating func findItems(from low: Int64, upTo high: Int64) throws -> Int64 {
        var found: [Found] = []
        try layout.connection.forEachRow(
            """
            SELECT id, key, title FROM (
              SELECT i.id, i.key, i.section_id,
                CASE WHEN i.payload LIKE ?3 ESCAPE '\\' OR instr(i.payload, '\\')
                     THEN CASE WHEN json_valid(i.payload) THEN json_extract(i.payload, '$.title') END END AS title
              FROM item AS i WHERE i.id >= ?1 AND i.id <= ?2)
            WHERE (key LIKE ?3 ESCAPE '\\' OR title LIKE ?3 ESCAPE '\\')
              AND (SELECT s.dataset_id FROM section AS s WHERE s.id = section_id) = ?4
            ORDER BY id LIMIT ?5
            """,
            low, high, pattern, layout.record.datasetID, limit
        ) { found.append(Found($0)) }
        for item in found { try add(item) }
        return found.count < limit ? high : found.last?.id ?? high
    }

    private mutating func add(_ found: Found) throws {
        guard let path = try lookup.indexPath(of: .id(found.id)) else { return }
        let frame =
            try layout.cell(of: .id(found.id))?.frame ?? layout.frame(ofSection: path.section) ?? LayoutRect.zero
        slice.hits.append(
            SearchSlice.Hit(
                section: path.section, item: path.item, key: found.key, title: found.title, frame: frame))
    }
}
