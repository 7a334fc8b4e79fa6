internal import LayoutEngine
internal import LayoutSQLite

/// A row of `lc_block` without its frames: the common values of up to sixteen consecutive elements of a band.
struct BlockRecord {
    var id: Int64
    /// The index in the band of its first cell, or of its first element's item: those after it count on.
    var first: Int?
    var count: Int
    /// Frames count in units of 1 / (1 << shift) points.
    var shift: Int
    /// How many elements differ from what follows: they have a row of `lc_detail`.
    var detailCount: Int
    var numbers = Numbers.none
    var zIndex: Int
    var kindID: Int64?
    var itemShift: Int64?

    /// The greatest power of two that numbers are multiplied by. With 1/2048 point more numbers are whole than any
    /// display can resolve, and with a greater one they would take more bytes.
    static let shiftLimit = 11

    /// The values that a block states about each of its elements beside their frames.
    enum Numbers: Int {
        case none
        /// Its index in the band, in place of one that counts on from ``first``, and the shift that belongs to it: see
        /// ``BandBlocks.Element/shiftAndItem``.
        case items
        /// In place of ``itemShift``.
        case itemShifts
    }

    private static let ownColumnCount = 9

    /// The columns of a statement that reads blocks with their frames.
    static let columns = "lc_block.id, " + columnsAfterID
    private static let columnsAfterID =
        "first, count, shift, detail_count, numbers, z_index, element, item_shift"
        + (0..<BlockRecord.capacity).map { ", x_\($0), y_\($0), width_\($0), height_\($0)" }.joined()
        + numberColumns
    static let numberColumns = (0..<BlockRecord.capacity).map { ", number_\($0)" }.joined()

    var scale: Double { 1 / Double(1 << shift) }

    /// The frame of an element, in the row that a statement stands at.
    static func frame(_ place: Int, _ row: Statement, scale: Double) -> LayoutRect {
        let column = ownColumnCount + 4 * place
        return LayoutRect(
            x: row.double(column) * scale, y: row.double(column + 1) * scale,
            width: row.double(column + 2) * scale, height: row.double(column + 3) * scale)
    }

    typealias Details = [Int: BandBlocks.Element]

    /// An element, in the row that a statement stands at.
    func element(_ place: Int, frame: LayoutRect, _ row: Statement, _ details: Details) -> BandBlocks.Element {
        if var element = details[place] {
            element.frame = frame
            return element
        }
        var element = BandBlocks.Element(
            frame: frame, zIndex: zIndex, kindID: kindID, item: first.map { $0 &+ place }, itemShift: itemShift)
        guard numbers != .none else { return element }
        let column = Self.ownColumnCount + 4 * BlockRecord.capacity + place
        let number = row.isNull(column) ? nil : row.int64(column)
        if numbers == .items { element.item = number.map { Int($0 & BandBlocks.Element.itemMask) } }
        element.itemShift = numbers == .items ? number.map { $0 >> BandBlocks.Element.itemBits } : number
        return element
    }

    /// All elements, in the row that a statement stands at.
    func elements(_ row: Statement, in connection: Connection) throws -> [BandBlocks.Element] {
        let details = try details(in: connection)
        let scale = scale
        return (0..<count).map { element($0, frame: Self.frame($0, row, scale: scale), row, details) }
    }
}

extension BlockRecord {
    /// Reads the row that a statement stands at, whose first columns are ``columns``.
    ///
    /// - Throws: ``LayoutError`` `corrupt` for numbers that no block has.
    init(_ row: Statement) throws(LayoutError) {
        id = row.int64(0)
        first = row.isNull(1) ? nil : try row.int(1, in: Statement.DerivedNumber.shift, "lc_block.first")
        count = try row.int(2, in: 1...BlockRecord.capacity, "lc_block.count")
        shift = try row.int(3, in: 0...Self.shiftLimit, "lc_block.shift")
        detailCount = row.int(4)
        numbers = Numbers(rawValue: row.int(5)) ?? .none
        zIndex = row.int(6)
        kindID = row.isNull(7) ? nil : row.int64(7)
        itemShift = row.isNull(8) ? nil : row.int64(8)
    }

    /// Calls `body` with the blocks that a range of ids names, in order, and the statement that stands at their row.
    static func forEach(
        _ ids: ClosedRange<Int64>, in connection: Connection, _ body: (BlockRecord, Statement) throws -> Void
    ) throws {
        try connection.forEachRow(selectSQL, ids.lowerBound, ids.upperBound) { try body(BlockRecord($0), $0) }
    }

    /// Calls `body` with the elements of a band in the order in which they are stored.
    static func forEachElement(
        ofBand band: Int64, in connection: Connection, _ body: (BandBlocks.Element) throws -> Void
    ) throws {
        try forEach(BlockRecord.ids(ofBand: band), in: connection) { block, row in
            for element in try block.elements(row, in: connection) { try body(element) }
        }
    }

    /// Reads blocks with their boxes: see ``box(_:)``.
    static let selectSQL =
        "SELECT \(columns), min_x, min_y, max_x, max_y FROM lc_block WHERE id BETWEEN ?1 AND ?2 ORDER BY id"

    static func box(_ row: Statement) -> BlockTree.Box { row.box(boxParameter - 1) }

    /// A statement that stores a block: its columns in the order of ``columns``, and the box after them.
    static let insertSQL = """
        INSERT OR REPLACE INTO lc_block (id, \(columnsAfterID), min_x, min_y, max_x, max_y)
        VALUES (\((1...boxParameter + 3).map { "?\($0)" }.joined(separator: ", ")))
        """

    static func parameter(ofFrame place: Int) -> Int { ownColumnCount + 4 * place + 1 }
    static let firstNumberParameter = parameter(ofFrame: BlockRecord.capacity)
    static let boxParameter = firstNumberParameter + BlockRecord.capacity

    /// The elements that differ from what the block states, by their places, without frames: rows of `lc_detail`.
    /// Reads nothing for a block without any.
    func details(in connection: Connection) throws -> Details {
        var details: Details = [:]
        guard detailCount > 0 else { return details }
        let ids = BlockRecord.details(of: id...id)
        try connection.forEachRow(
            "SELECT id, z_index, element, item, item_shift FROM lc_detail WHERE id BETWEEN ?1 AND ?2", ids.lowerBound,
            ids.upperBound
        ) { row in
            details[BlockRecord.place(ofDetail: row.int64(0))] = BandBlocks.Element(
                frame: .zero, zIndex: row.int(1), kindID: row.isNull(2) ? nil : row.int64(2),
                item: row.isNull(3) ? nil : try row.int(3, in: Statement.DerivedNumber.shift, "lc_detail.item"),
                itemShift: row.isNull(4) ? nil : row.int64(4))
        }
        return details
    }
}

/// How blocks, their elements and the entries of the R*Tree are numbered.
///
/// ```text
/// lc_block.id   band's id << 20 | number in the band
/// lc_detail.id  block's id << 4 | place in the block
/// lc_rtree.id   id of the first block >> 3
/// ```
extension BlockRecord {
    /// How many elements a block holds at most: with 8 or 32 a rectangle takes longer.
    static let capacity = 16
    /// The number of consecutive blocks that an entry of the R*Tree bounds: a whole band, if it is not a long one.
    static let groupSize = 8
    /// How many blocks a band can have.
    static let limit = 1 << bandShift

    private static let bandShift = 20
    private static let elementShift = 4
    private static let groupShift = 3

    static func id(_ number: Int, ofBand band: Int64) -> Int64 { band << bandShift | Int64(number) }
    static func band(ofBlock block: Int64) -> Int64 { block >> bandShift }
    /// All blocks of a band, or of those from a number on.
    static func ids(ofBand band: Int64, from number: Int = 0) -> ClosedRange<Int64> {
        id(number, ofBand: band)...id(limit - 1, ofBand: band)
    }
    static func details(of blocks: ClosedRange<Int64>) -> ClosedRange<Int64> {
        blocks.lowerBound << elementShift...(blocks.upperBound << elementShift | 15)
    }
    static func detail(_ place: Int, ofBlock block: Int64) -> Int64 { block << elementShift | Int64(place) }
    /// The place in its block of a detail's element.
    static func place(ofDetail detail: Int64) -> Int { Int(detail & 15) }

    static func group(ofBlock block: Int64) -> Int64 { block >> groupShift }
    static func band(ofGroup group: Int64) -> Int64 { band(ofBlock: group << groupShift) }
    static func groups(ofBand band: Int64) -> ClosedRange<Int64> {
        let blocks = ids(ofBand: band)
        return group(ofBlock: blocks.lowerBound)...group(ofBlock: blocks.upperBound)
    }
    static func blocks(ofGroup group: Int64) -> ClosedRange<Int64> {
        group << groupShift...(group << groupShift | Int64(groupSize - 1))
    }
}
