public import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// A part of a search for the next hit.
package struct NextHitSlice: Sendable {
    package var hit: SearchSlice.Hit?
    /// The place from which the next part continues; nil if the search has ended.
    package var next: SearchSlice.Place?
    /// How many items the part looked at.
    package var count = 0
}

extension StoredLayout {
    /// Searches for the nearest item after a place, or before it, whose key and fields hold some words, as
    /// ``search(_:fields:after:limit:within:)`` compares them.
    ///
    /// The nearest items are read one by one. Beyond them an index of the same fields is asked, if there is one; for
    /// rare words it is asked at once.
    ///
    /// - Parameters:
    ///   - place: The place to begin at; nil: the first item, or the last.
    ///   - duration: About the time that a part takes.
    /// - Complexity: With an index O(hits), else O(items).
    package func nextHit(
        of text: String, from place: SearchSlice.Place?, isBackward: Bool = false, fields: ItemFields = ItemFields(),
        within duration: Duration = .milliseconds(25)
    ) throws -> NextHitSlice {
        let words = try SearchWords(text)
        guard !words.isEmpty else { return NextHitSlice() }
        return try longRead { layout in
            guard layout.isPrepared else { return NextHitSlice() }
            var search = try NextHitSearch(layout, words, fields, isBackward, end: .now + duration)
            try search.run(from: place)
            return search.slice
        }
    }

    /// The place of an item in its data set; nil if the layout has no such item.
    package func searchPlace(of item: ItemReference) throws -> SearchSlice.Place? {
        try read { layout in
            guard let id = try layout.itemID(of: item),
                let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, layout.connection)
            else { return nil }
            return SearchSlice.Place(sectionID: place.sectionID, position: place.position)
        }
    }

    /// Finds the next item whose key, title, name, label or text holds some words.
    ///
    /// Words are found from their beginnings, in any order, without regard to case and accents. Items are read from a
    /// place on, in short reads. If the data set has an index of words, only the first of them are read.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - item: The item that the search begins after; nil: the ends of the data set.
    ///   - isBackward: Whether the items before it are searched, the last first.
    ///   - preparing: The scope to lay out first. A layout that was never laid out has no places, and no hits.
    ///   - progress: Called after each part; an error that it throws ends the search.
    /// - Returns: The item's place; nil if no further item holds the words.
    /// - Throws: ``LayoutError`` `notFound` for an item that is not there, and `cancelled`.
    /// - Complexity: O(items up to the hit); with an index O(hits).
    public func nextItem(
        holding text: String, after item: ItemReference? = nil, isBackward: Bool = false,
        preparing: PreparationScope = .nothing, progress: (LayoutProgress) throws -> Void = { _ in }
    ) throws -> ItemIndexPath? {
        try nextHit(
            holding: text, after: item, isBackward: isBackward, fields: ItemFields(), preparing: preparing,
            progress: progress)
    }

    /// Finds the next item whose key, title, name, label or text holds some words, on another thread.
    ///
    /// - Throws: The errors of the blocking form.
    public func nextItem(
        holding text: String, after item: ItemReference? = nil, isBackward: Bool = false,
        preparing: PreparationScope = .nothing,
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> ItemIndexPath? {
        try await BlockingWork.run(reporting: progress) {
            try nextItem(holding: text, after: item, isBackward: isBackward, preparing: preparing, progress: $0)
        }
    }

    package func nextHit(
        holding text: String, after item: ItemReference?, isBackward: Bool, fields: ItemFields,
        preparing: PreparationScope, progress: (LayoutProgress) throws -> Void
    ) throws -> ItemIndexPath? {
        if preparing != .nothing {
            _ = try layoutAttributesForItem(at: ItemIndexPath(section: 0, item: 0), preparing: preparing)
        }
        var place: SearchSlice.Place?
        if let item {
            place = try searchPlace(of: item)
            guard place != nil else {
                throw LayoutError(.notFound, "the layout “\(name)” has no \(String(describing: item))")
            }
        }
        var count = 0
        while true {
            let slice = try nextHit(of: text, from: place, isBackward: isBackward, fields: fields)
            count += slice.count
            try progress(LayoutProgress(.searching, count: count))
            if let hit = slice.hit { return hit.item.map { ItemIndexPath(section: hit.section, item: $0) } }
            guard let next = slice.next else { return nil }
            if Task.isCancelled { throw LayoutError(.cancelled, "the search was cancelled") }
            place = next
        }
    }
}

/// Goes from item to item of one data set.
private struct NextHitSearch {
    private let layout: LayoutReader
    private let isBackward: Bool
    private let end: ContinuousClock.Instant
    private var matcher: ItemMatcher
    /// The sections all of whose items are hits.
    private let titledSections: Set<Int64>
    private(set) var slice = NextHitSlice()

    /// The rows that one statement looks at.
    private static let windowLength = 1024
    /// The rows that are read before an index is asked for frequent words, which are among them.
    private static let nearLength = 4096
    /// Words with fewer candidates in an index are rare: these can all be sorted by their places.
    private static let rareCount = 1000
    /// The hits of an index that are compared at once.
    private static let hitCount = 64

    init(
        _ layout: LayoutReader, _ words: SearchWords, _ fields: ItemFields, _ isBackward: Bool,
        end: ContinuousClock.Instant
    ) throws {
        self.layout = layout
        self.isBackward = isBackward
        self.end = end
        matcher = try ItemMatcher(layout, words, fields)
        titledSections = try fields.searchesSections ? Set(matcher.titledSections().map(\.id)) : []
    }

    mutating func run(from start: SearchSlice.Place?) throws {
        var place = try start ?? (nextSection(after: nil).map(beginning))
        // An index knows nothing of sections.
        let index = titledSections.isEmpty ? matcher.index : nil
        let nearLength = try index.map(isRare) == true ? 0 : Self.nearLength
        while let from = place {
            if let index, slice.count >= nearLength { return try ask(index, from: from) }
            place = try lookAt(from)
            if slice.hit != nil { return }
            if index == nil, .now >= end {
                slice.next = place
                return
            }
        }
    }

    // MARK: Item by item

    /// Looks at the next items of a section; returns where to go on, or nil after the last one.
    private mutating func lookAt(_ from: SearchSlice.Place) throws -> SearchSlice.Place? {
        var window = ItemMatcher.Window()
        var count = 0
        var last: Double?
        let isTitled = titledSections.contains(from.sectionID)
        try matcher.forEachItem(after: from, isBackward: isBackward, limit: Self.windowLength) { row in
            count += 1
            matcher.read(row, into: &window, isSure: isTitled)
            last = row.double(row.columnCount - 1)
        }
        slice.count += count
        try takeFirst(of: window)
        if count == Self.windowLength, let last { return SearchSlice.Place(sectionID: from.sectionID, position: last) }
        return try nextSection(after: from.sectionID).map(beginning)
    }

    private func beginning(of section: Int64) -> SearchSlice.Place {
        SearchSlice.Place(sectionID: section, position: isBackward ? .infinity : -.infinity)
    }

    /// The next section; nil after the last one.
    private func nextSection(after section: Int64?) throws -> Int64? {
        try layout.connection.first(
            """
            SELECT id FROM section WHERE dataset_id = ?1
              AND (?2 IS NULL OR position \(isBackward ? "<" : ">") (SELECT position FROM section WHERE id = ?2))
            ORDER BY position \(isBackward ? "DESC" : "") LIMIT 1
            """,
            layout.record.datasetID, section, as: Int64.self)
    }

    // MARK: By index

    private func isRare(_ index: SearchIndex) throws -> Bool {
        try layout.connection.first(
            """
            SELECT (SELECT count(*) FROM (SELECT 1 FROM \(index.table) WHERE \(index.table) MATCH ?1 LIMIT ?2))
              + (SELECT count(*) FROM (SELECT 1 FROM lc_words_changed LIMIT ?2)) < ?2
            """,
            matcher.words.query, Self.rareCount, as: Bool.self) == true
    }

    /// Takes the nearest hit of an index beyond a place, each compared with the present item.
    private mutating func ask(_ index: SearchIndex, from start: SearchSlice.Place) throws {
        var place: SearchSlice.Place? = start
        while let from = place, slice.hit == nil {
            var window = ItemMatcher.Window()
            place = nil
            var count = 0
            let order = isBackward ? "DESC" : ""
            try layout.connection.forEachRow(
                """
                SELECT i.id, \(matcher.columns), n.section_id, n.position
                FROM (SELECT w.id, h.section_id, h.position, s.position AS section_position
                  FROM (SELECT rowid AS id FROM \(index.table) WHERE \(index.table) MATCH ?1
                    UNION SELECT item_id FROM lc_words_changed) AS w
                  CROSS JOIN item AS h ON h.id = w.id OR h.original_id = w.id
                  CROSS JOIN section AS s ON s.id = h.section_id AND s.dataset_id = ?4
                  CROSS JOIN section AS b ON b.id = ?2
                  WHERE (s.position, h.position) \(isBackward ? "<" : ">") (b.position, ?3)
                  ORDER BY s.position \(order), h.position \(order) LIMIT ?5) AS n
                CROSS JOIN item AS i ON i.id = n.id ORDER BY n.section_position \(order), n.position \(order)
                """,
                matcher.words.query, from.sectionID, from.position, layout.record.datasetID, Self.hitCount
            ) { row in
                count += 1
                matcher.read(row, into: &window)
                if count == Self.hitCount {
                    place = SearchSlice.Place(
                        sectionID: row.int64(row.columnCount - 2), position: row.double(row.columnCount - 1))
                }
            }
            slice.count += count
            try takeFirst(of: window)
            if slice.hit == nil, let next = place, .now >= end {
                slice.next = next
                return
            }
        }
    }

    /// Takes the first hit that has a place, and no hit inside a fold.
    private mutating func takeFirst(of window: ItemMatcher.Window) throws {
        for found in try matcher.matches(in: window) {
            guard let hit = try matcher.hit(found), !hit.isHidden else { continue }
            slice.hit = hit
            return
        }
    }
}
