internal import LayoutEngine
internal import LayoutSQLite

/// The items of one section in the order in which they are laid out, read a chunk at a time.
///
/// Items pass through three states: read, placed (given to the solver), and taken (their frames are in a finished
/// band). Taken items are dropped with the next chunk. So the stream holds a chunk and the solver's open line, at any
/// size of the section.
struct ItemStream {
    /// A band of usual size and a line, for an edit that concerns no more. Items that a slice of preparing has read and
    /// not laid out, the next one reads again.
    private var chunkSize = 320
    private static let firstFurtherChunk = 32
    /// How many are read next, and how many after them: more and more, where the first were not enough.
    private var nextChunk: Int
    private var furtherChunk: Int

    private(set) var ids: ContiguousArray<Int64> = []
    private(set) var positions: ContiguousArray<Double> = []
    private(set) var measures: ContiguousArray<ItemMeasure> = []
    /// Each item's index in its section, where the order of reading is another (canvas).
    private(set) var ranks: ContiguousArray<Int>?
    /// The first item that was not placed.
    var placed = 0
    /// The first item that was not taken.
    private(set) var taken = 0

    private let statement: Statement
    private let readsOrigins: Bool
    private let readsSpans: Bool
    private var readCount = 0
    private var isAtEnd = false

    /// All items of a section from a position on.
    ///
    /// - Parameters:
    ///   - measure: Whose sizes are read; a size that was not measured for it is the item's own.
    ///   - byPlace: Whether neighbours on the plane come one after the other, rather than those in position.
    ///   - readsSpans: Whether to read how many columns and rows items cover.
    init(
        _ connection: Connection, sectionID: Int64, from position: Double, byPlace: Bool = false,
        measure: String?, readsSpans: Bool = false
    ) throws {
        self.readsSpans = readsSpans
        readsOrigins = byPlace
        if readsOrigins { chunkSize = HilbertOrder.runLength }
        nextChunk = chunkSize
        furtherChunk = chunkSize
        let standsForOthers = try Outline(connection: connection).standsForOthers(sectionID, from: position)
        let id = standsForOthers ? "i.original_id" : "i.id"
        let columns = ["width", "height"] + (readsOrigins ? ["x", "y"] : readsSpans ? ["span", "row_span"] : [])
        let values = columns.enumerated().map { index, name in
            let holders = (measure != nil && index < 2 ? ["m."] : []) + (standsForOthers ? ["i.", "o."] : ["i."])
            return holders.count == 1 ? "i.\(name)" : "coalesce(\(holders.map { $0 + name }.joined(separator: ", ")))"
        }
        statement = try connection.cached(
            """
            SELECT \(id), i.position, \(values.joined(separator: ", ")) FROM item AS i\(
              standsForOthers ? " LEFT JOIN item AS o ON o.id = i.original_id" : "")\(
              measure == nil ? "" : " LEFT JOIN measurement AS m ON m.item_id = \(id) AND m.measure = ?3")
            WHERE i.section_id = ?1 AND i.position >= ?2 ORDER BY i.position
            """)
        if let measure { statement.bind(measure, at: 3) }
        statement.bind(sectionID, at: 1)
        statement.bind(position, at: 2)
        if readsOrigins { ranks = [] }
    }

    var count: Int { measures.count }

    /// Reads another chunk; returns whether there was anything left to read.
    mutating func readMore() throws -> Bool {
        guard !isAtEnd else { return false }
        forgetTaken()
        let wanted = nextChunk
        let first = count
        nextChunk = furtherChunk
        furtherChunk = min(2 * furtherChunk, chunkSize)
        // Only at first: asked for chunk by chunk, an array would be copied with each of them.
        if first == 0, !readsOrigins {
            ids.reserveCapacity(wanted)
            positions.reserveCapacity(wanted)
            measures.reserveCapacity(wanted)
        }
        while count < first + wanted {
            guard try statement.step() else {
                isAtEnd = true
                break
            }
            ids.append(statement.int64(0))
            positions.append(statement.double(1))
            var measure = ItemMeasure(width: statement.doubleOrNaN(2), height: statement.doubleOrNaN(3))
            if readsOrigins {
                (measure.x, measure.y) = (statement.doubleOrNaN(4), statement.doubleOrNaN(5))
                ranks?.append(readCount)
                readCount += 1
            } else if readsSpans {
                if !statement.isNull(4) { measure.span = Int32(clamping: statement.int64(4)) }
                if !statement.isNull(5) { measure.rowSpan = Int32(clamping: statement.int64(5)) }
            }
            measures.append(measure)
        }
        if readsOrigins { sortByLocality(from: first) }
        return count > first
    }

    /// Limits the first chunk to what is probably needed, and keeps those after it short.
    mutating func expect(_ count: Int) { (nextChunk, furtherChunk) = (max(1, count), Self.firstFurtherChunk) }

    /// Reads until it holds the given number of items; returns whether there are as many.
    mutating func read(_ wanted: Int) throws -> Bool {
        expect(wanted)
        while count < wanted, try readMore() {}
        return count >= wanted
    }

    /// Whether anything is left to place, reading on if need be.
    mutating func hasMore() throws -> Bool {
        if placed < count { return true }
        return try readMore()
    }

    /// The index of the first item at or beyond a position, among those read.
    func index(of position: Double) -> Int { (taken..<count).first(inOrder: { positions[$0] >= position }) }

    /// The items of a finished band.
    mutating func take(_ cellCount: Int) -> Range<Int> {
        defer { taken += cellCount }
        return taken..<taken + cellCount
    }

    /// Ends the reading, so that the statement keeps no snapshot open.
    func close() { statement.rewind() }

    /// Puts what was just read into the order of the Hilbert curve.
    private mutating func sortByLocality(from first: Int) {
        let order = HilbertOrder.sorted(measures[first...]).map { first + $0 }
        func permuted<Value>(_ values: ContiguousArray<Value>) -> ContiguousArray<Value> {
            var result = ContiguousArray(values[..<first])
            result.reserveCapacity(values.count)
            for index in order { result.append(values[index]) }
            return result
        }
        ids = permuted(ids)
        positions = permuted(positions)
        measures = permuted(measures)
        ranks = ranks.map(permuted)
    }

    private mutating func forgetTaken() {
        guard taken > 0 else { return }
        ids.removeFirst(taken)
        positions.removeFirst(taken)
        measures.removeFirst(taken)
        ranks?.removeFirst(taken)
        placed -= taken
        taken = 0
    }
}
