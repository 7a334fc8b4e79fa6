package import LayoutCache
package import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// Searches titles of sections, and keys and fields of items, for words in any order, without regard to case and
    /// accents. A word is found from its beginning.
    ///
    /// A hit comes once, unless its item changes between two parts.
    ///
    /// - Parameters:
    ///   - fields: The shown and searched fields of an item. An index of the same fields is used.
    ///   - cursor: ``SearchSlice/next`` of the previous call; nil for the first.
    ///   - limit: About the most hits of a part.
    ///   - duration: About the time that a part takes.
    ///   - isBrief: Whether only the row ids of items are looked up, and no sections.
    package func search(
        _ text: String, fields: ItemFields = ItemFields(), after cursor: SearchSlice.Cursor? = nil, limit: Int = 200,
        within duration: Duration = .milliseconds(15), isBrief: Bool = false
    ) throws -> SearchSlice {
        let words = try SearchWords(text)
        guard !words.isEmpty else { return SearchSlice() }
        return try longRead { layout in
            guard layout.isPrepared else { return SearchSlice() }
            var search = try ItemSearch(layout, text, words, fields, limit: limit, duration: duration, isBrief: isBrief)
            try search.run(after: cursor)
            return search.slice
        }
    }
}

/// Searches one data set through one of its layouts.
private struct ItemSearch {
    private let layout: LayoutReader
    private let text: String
    private var matcher: ItemMatcher
    private let limit: Int
    private let isBrief: Bool
    private let searchesSections: Bool
    private let end: ContinuousClock.Instant
    /// The items that the first part found by their keys; the ways pass over them.
    private var foundByKey: Set<Int64> = []
    private(set) var slice = SearchSlice()

    /// The rows that one statement looks at.
    private static let windowLength = 1024

    init(
        _ layout: LayoutReader, _ text: String, _ words: SearchWords, _ fields: ItemFields, limit: Int,
        duration: Duration, isBrief: Bool
    ) throws {
        self.layout = layout
        self.text = text
        matcher = try ItemMatcher(layout, words, fields)
        self.limit = limit
        self.isBrief = isBrief
        searchesSections = fields.searchesSections
        end = .now + duration
        slice.isIndexed = matcher.index != nil
    }

    mutating func run(after cursor: SearchSlice.Cursor?) throws {
        let byKey = try itemsByKey()
        if cursor == nil {
            try addMatching(byKey)
            if !isBrief { try findSections() }
        }
        foundByKey = Set(byKey)
        if case .sections(let place)? = cursor { return try addItemsOfSections(from: place) }
        var next: SearchSlice.Cursor? = cursor ?? (matcher.index == nil ? .items(.min) : .index(.min))
        while let from = next {
            let last = try addMatching(from: from)
            next = from.next(after: last)
            guard let next, isFull else { continue }
            slice.next = next
            // These come after the index, whose share is whole by then.
            if case .changes = next { return }
            slice.fraction = try last.map(fraction) ?? 1
            return
        }
        if searchesSections { try addItemsOfSections(from: nil) }
    }

    private var isFull: Bool { slice.hits.count + slice.ids.count >= limit || .now >= end }

    // MARK: The ways

    /// Adds the next items that hold the words; returns the last of the items, or nil at the end.
    ///
    /// The hits of the index come first, each compared with the present item, and after them, one by one, what changed
    /// since it was made. In the other order, an item that changes in between would be missed.
    private mutating func addMatching(from cursor: SearchSlice.Cursor) throws -> Int64? {
        let ids: [Int64]
        switch cursor {
        case .index(let id):
            guard let index = matcher.index else { return nil }
            ids = try layout.connection.rows(
                """
                SELECT rowid FROM \(index.table)
                WHERE \(index.table) MATCH ?1 AND rowid >= ?2
                  AND rowid NOT IN (SELECT item_id FROM lc_words_changed) ORDER BY rowid LIMIT ?3
                """,
                matcher.words.query, id, min(limit, Self.windowLength)
            ) { $0.int64(0) }
        case .changes(let id):
            guard matcher.index != nil else { return nil }
            ids = try layout.connection.rows(
                "SELECT item_id FROM lc_words_changed WHERE item_id >= ?1 ORDER BY item_id LIMIT ?2", id,
                Self.windowLength
            ) { $0.int64(0) }
        case .items(let id): return try addMatching(from: id)
        case .sections: return nil
        }
        try addMatching(ids)
        return ids.last
    }

    /// The part of the items up to an id.
    private func fraction(of id: Int64) throws -> Double {
        let least = try layout.connection.first("SELECT coalesce(min(id), 0) FROM item", as: Int64.self) ?? 0
        let most = try layout.connection.first("SELECT coalesce(max(id), 0) FROM item", as: Int64.self) ?? 0
        let fraction = max((Double(id) - Double(least)) / max(1, Double(most) - Double(least)), 0)
        return min(fraction, searchesSections ? Self.fractionAtSections : 1)
    }

    // MARK: Comparing

    private mutating func add(_ window: ItemMatcher.Window) throws { try add(matcher.matches(in: window)) }

    private mutating func add(_ items: [ItemMatcher.Found]) throws {
        for item in items where !foundByKey.contains(item.id) {
            if isBrief {
                slice.ids.append(item.id)
            } else if let hit = try matcher.hit(item) {
                slice.hits.append(hit)
            }
        }
    }

    /// Adds the items among the given ones that hold the words.
    private mutating func addMatching(_ ids: [Int64]) throws {
        var window = ItemMatcher.Window()
        try layout.connection.forEachRow(
            """
            SELECT i.id, \(matcher.columns) FROM json_each(?1) AS j CROSS JOIN item AS i ON i.id = j.value
            WHERE \(DatasetRecord.shows(layout.record.datasetID, layout.connection))
            """, "[" + ids.map { "\($0)" }.joined(separator: ",") + "]"
        ) { matcher.read($0, into: &window) }
        try add(window)
    }

    /// The runs of lines that are looked at between two looks at the clock.
    private static let runCount = 8

    /// Adds the next items that hold the words; returns the last of the items, or nil at the end.
    private mutating func addMatching(from start: Int64) throws -> Int64? {
        guard matcher.readsLines, let run = try LineTexts.runs(from: start, count: 1, in: layout.connection).first
        else { return try addMatching(from: start, to: .max) }
        if run.items.lowerBound > start {
            if let last = try addMatching(from: start, to: run.items.lowerBound - 1) { return last }
        }
        return try addLines(from: max(start, run.items.lowerBound))
    }

    /// Adds the next lines that hold the words; returns the last one that was looked at.
    ///
    /// Asking for a line in SQL takes a hundred times as long as reading it with its neighbours.
    private mutating func addLines(from start: Int64) throws -> Int64? {
        var window = ItemMatcher.Window()
        var end = start - 1
        for run in try LineTexts.runs(from: start, count: Self.runCount, in: layout.connection) {
            guard run.items.lowerBound <= end + 1 else { break }
            matcher.read(run, from: start, into: &window)
            end = max(end, run.items.upperBound)
        }
        // Lines that were given a payload or a key.
        try layout.connection.forEachRow(
            """
            SELECT i.id, \(matcher.columns) FROM item AS i
            WHERE i.id BETWEEN ?1 AND ?2 AND (i.payload IS NOT NULL OR i.key IS NOT NULL)
              AND \(DatasetRecord.shows(layout.record.datasetID, layout.connection))
            """, start, end
        ) { matcher.read($0, into: &window) }
        try add(matcher.linesMatching(window))
        return end
    }

    /// Adds the matching items up to an id; returns the last of them, or nil if there are none.
    private mutating func addMatching(from start: Int64, to end: Int64) throws -> Int64? {
        let connection = layout.connection
        let last =
            try connection.first(
                "SELECT max(id) FROM (SELECT id FROM item WHERE id >= ?1 AND id <= ?3 ORDER BY id LIMIT ?2)", start,
                Self.windowLength, end, as: Int64?.self) ?? nil
        guard let last else { return nil }
        var window = ItemMatcher.Window()
        try connection.forEachRow(
            """
            SELECT i.id, \(matcher.columns) FROM item AS i WHERE i.id >= ?1 AND i.id <= ?2
              AND \(try DatasetRecord.shows(layout.record.datasetID, connection))
            ORDER BY i.id
            """,
            start, last
        ) { matcher.read($0, into: &window) }
        try add(window)
        return last
    }

    // MARK: Hits

    /// The first items whose keys begin with the text.
    private func itemsByKey() throws -> [Int64] {
        try layout.connection.rows(
            """
            SELECT i.id FROM item AS i WHERE i.key >= ?1 AND i.key < ?2
              AND \(try DatasetRecord.shows(layout.record.datasetID, layout.connection)) ORDER BY i.key LIMIT 50
            """,
            text, text + "\u{10FFFF}"
        ) { $0.int64(0) }
    }

    private mutating func findSections() throws {
        for (rank, _, title) in try matcher.titledSections().prefix(50) {
            guard let frame = try layout.frame(ofSection: rank) else { continue }
            slice.hits.append(
                SearchSlice.Hit(section: rank, item: nil, itemID: nil, key: nil, title: title, frame: frame))
        }
    }

    /// Adds the items of the sections whose titles hold the words, except those that hold the words themselves: they
    /// were found before.
    private mutating func addItemsOfSections(from start: SearchSlice.Place?) throws {
        let sections = try matcher.titledSections().map(\.id)
        // A section that was removed or renamed since ends the search.
        let first = start.map { place in sections.firstIndex(of: place.sectionID) ?? sections.count } ?? 0
        let length = min(limit, Self.windowLength)
        // Each part gets a little farther.
        var mayStop = start == nil
        for index in sections.indices.dropFirst(first) {
            var place = SearchSlice.Place(sectionID: sections[index], position: -.infinity)
            if let start, start.sectionID == place.sectionID { place = start }
            var count = length
            while count == length {
                if isFull, mayStop {
                    (slice.next, slice.fraction) = (.sections(place), Self.fractionAtSections)
                    return
                }
                mayStop = true
                var window = ItemMatcher.Window()
                var items: [ItemMatcher.Found] = []
                try matcher.forEachItem(after: place, limit: length) { row in
                    matcher.read(row, into: &window)
                    items.append(ItemMatcher.Found(id: row.int64(0), key: row.string(1)))
                    place.position = row.double(row.columnCount - 1)
                }
                let known = Set(try matcher.matches(in: window).map(\.id))
                try add(items.filter { !known.contains($0.id) })
                count = items.count
            }
        }
    }

    /// All items were looked at, and some sections were not.
    private static let fractionAtSections = 0.99
}

extension SearchSlice.Hit {
    /// nil for an item that has no place in the layout.
    init?(ofItem id: Int64, key: String?, title: String?, in layout: LayoutReader) throws {
        let own = try layout.indexPath(of: .id(id))
        let hiders = try own == nil ? layout.hiders(ofItem: id) : (section: nil, item: nil)
        let shown = ItemReference.id(hiders.item ?? id)
        guard let section = try own?.section ?? layout.indexPath(of: shown)?.section ?? hiders.section else {
            return nil
        }
        self.init(
            section: section, item: own?.item, itemID: id, key: key, title: title,
            frame: try layout.cell(of: shown)?.frame ?? layout.frame(ofSection: section) ?? .zero,
            isHidden: own == nil, hidingItemID: hiders.item)
    }
}

/// A part of a search: its hits, and where the next part continues.
package struct SearchSlice: Sendable {
    package struct Hit: Sendable {
        package var section: Int
        /// nil: the section itself was found, by its title, or a fold hides the item.
        package var item: Int?
        package var itemID: Int64?
        package var key: String?
        package var title: String?
        /// The frame; for an item that was not laid out yet, or is hidden, the frame of what hides it.
        package var frame: LayoutRect
        /// Whether a collapsed section or item hides it.
        package var isHidden = false
        /// The collapsed item that hides it; nil: a section does, or nothing.
        package var hidingItemID: Int64?
    }

    package var hits: [Hit] = []
    /// The row ids of the items in place of ``hits``, if these were not asked for.
    package var ids: [Int64] = []
    /// The argument of the next call; nil at the end.
    package var next: Cursor?
    /// The part of the data set that was searched, from 0 to 1.
    package var fraction = 1.0
    package var isIndexed = false

    /// A place in a search, between two parts of it.
    package enum Cursor: Sendable, Equatable {
        /// From an id in the index.
        case index(Int64)
        /// From an id of the items that changed since the index was made.
        case changes(Int64)
        /// From an id of the items.
        case items(Int64)
        /// From an item of a section whose title holds the words.
        case sections(Place)

        package var text: String {
            switch self {
            case .index(let id): "i\(id)"
            case .changes(let id): "c\(id)"
            case .items(let id): "s\(id)"
            case .sections(let place): "t\(place.text)"
            }
        }

        /// The place after an id, or after the last id; nil at the end.
        func next(after id: Int64?) -> Cursor? {
            let id = id.flatMap { $0 < .max ? $0 + 1 : nil }
            return switch self {
            case .index: id.map(Self.index) ?? .changes(.min)
            case .changes: id.map(Self.changes)
            case .items: id.map(Self.items)
            case .sections: nil
            }
        }

        /// nil for a text that is not one.
        package init?(_ text: String) {
            if text.hasPrefix("t"), let place = Place(String(text.dropFirst())) {
                self = .sections(place)
                return
            }
            guard let id = Int64(text.dropFirst()) else { return nil }
            switch text.unicodeScalars.first {
            case "i": self = .index(id)
            case "c": self = .changes(id)
            case "s": self = .items(id)
            default: return nil
            }
        }
    }

    /// A place between the items of a data set, from which a search goes on.
    package struct Place: Sendable, Equatable {
        package var sectionID: Int64
        package var position: Double

        package var text: String { "\(sectionID)/\(position)" }
    }
}

extension SearchSlice.Place {
    /// nil for a text that is not one.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard parts.count == 2, let sectionID = Int64(parts[0]), let position = Double(parts[1]), !position.isNaN
        else {
            return nil
        }
        self.init(sectionID: sectionID, position: position)
    }
}
