internal import LayoutEngine
internal import LayoutSQLite

/// The elements of one band in the order in which they are stored, cut into blocks.
///
/// Used for band after band, so that preparing allocates nothing once it has grown.
struct BandBlocks {
    /// A block as it will be stored.
    struct Block {
        var range: Range<Int>
        /// Without an id, which depends on the band.
        var record: BlockRecord
        /// Around all of its elements, rounded outwards.
        var box: BlockTree.Box
    }

    /// An element of a band in its stored form, in the band's own coordinates.
    struct Element: Equatable, Sendable {
        var frame: LayoutRect
        /// Without what the layout adds for its section and item.
        var zIndex: Int
        /// A row of `lc_element_kind`; nil for a cell.
        var kindID: Int64?
        /// The index in the band of a cell, or of another element's item; nil if it belongs to no item.
        var item: Int?
        /// The id of its item is ``BandRecord/firstItemID`` + ``item`` + this number. If the band has no first id, it
        /// is this number alone. Nil: it has no item.
        var itemShift: Int64?

        static let itemBits = 31
        static let itemMask = Int64(1) << itemBits - 1

        /// ``itemShift`` × 2^31 + ``item``; nil if it has none of them, or they do not fit.
        var shiftAndItem: Int64? {
            guard let item = item.map(Int64.init), let itemShift, item == item & Self.itemMask,
                itemShift == (itemShift << Self.itemBits) >> Self.itemBits
            else { return nil }
            return itemShift << Self.itemBits | item
        }

        /// Whether it only keeps the place of an item that is not shown.
        var isHidden: Bool { frame.width < 0 }

        func itemID(from first: Int64?) -> Int64? {
            guard let itemShift else { return nil }
            guard let first else { return itemShift }
            return first &+ Int64(item ?? 0) &+ itemShift
        }
    }

    private(set) var elements: ContiguousArray<Element> = []
    var blocks: ContiguousArray<Block> = []
    /// How many of its elements are cells of items that are shown.
    var cellCount: Int { elements.count { $0.kindID == nil && !$0.isHidden } }
    /// Whether its cells belong to consecutive items, by their ids.
    func idsFollow(from first: Int64?) -> Bool {
        first != nil && elements.allSatisfy { $0.kindID != nil || $0.itemShift == 0 }
    }
    /// The number in the band of the first of the blocks: those before it stay as they are stored.
    var firstNumber = 0
    /// Around all elements, exactly.
    private(set) var box = BlockTree.Box()
    /// How the cells move: boxes hold what turning them covers.
    private var motion: LayoutMotion.Directed?
    /// The rectangles that turning covers, for each of ``elements``; empty if they do not move.
    private var swept: ContiguousArray<LayoutRect> = []

    /// Empties them for another band.
    ///
    /// - Parameter motion: How its cells move; nil: they do not.
    mutating func removeAll(motion: LayoutMotion.Directed? = nil) {
        self.motion = motion
        firstNumber = 0
        elements.removeAll(keepingCapacity: true)
        swept.removeAll(keepingCapacity: true)
        blocks.removeAll(keepingCapacity: true)
        box = BlockTree.Box()
    }

    /// - Parameter host: The frame of the cell that a badge moves with.
    mutating func append(_ element: Element, on host: LayoutRect? = nil) {
        if let motion {
            let isMoving = element.kindID == nil || host != nil
            swept.append(isMoving ? motion.swept(element.frame, on: host) : element.frame)
        }
        elements.append(element)
        box.include(drawn(elements.count - 1))
    }

    /// The area in which an element is drawn, before it is moved.
    @inline(__always)
    private func drawn(_ index: Int) -> LayoutRect { motion == nil ? elements[index].frame : swept[index] }

    /// Cuts the elements into blocks, at the ends of runs. Cells are cut apart from other elements unless the last
    /// block of cells has room for all of them.
    ///
    /// - Parameter runs: The ends of runs of cells that are together on the plane; empty if there are none.
    /// - Throws: ``LayoutError`` `invalidArgument` for more elements than the blocks of a band can hold.
    mutating func cut(cellCount: Int, runs: ContiguousArray<Int>) throws(LayoutError) {
        let capacity = BlockRecord.capacity
        let others = elements.count - cellCount
        // The last block of cells, if all other ones are full.
        let room = runs.isEmpty && cellCount > 0 ? (capacity - cellCount % capacity) % capacity : 0
        let isTogether = others <= room
        var start = 0
        var run = 0
        while start < elements.count {
            while run < runs.count, runs[run] <= start { run += 1 }
            var end = min(start + capacity, elements.count)
            if run < runs.count { end = min(end, runs[run]) }
            if start < cellCount, !isTogether { end = min(end, cellCount) }
            blocks.append(block(start..<end))
            start = end
        }
        guard firstNumber + blocks.count <= BlockRecord.limit else {
            throw LayoutError(
                .invalidArgument,
                "a section that is laid out as a whole holds more than \(BlockRecord.limit * capacity) elements",
                advice: "Distribute its items over several sections.")
        }
    }

    func block(_ range: Range<Int>) -> Block {
        var box = BlockTree.Box()
        var shift = 0
        for index in range {
            let frame = elements[index].frame
            box.include(drawn(index))
            shift = max(shift, Self.shift(frame.x), Self.shift(frame.y))
            shift = max(shift, Self.shift(frame.width), Self.shift(frame.height))
        }
        var record = record(of: range, like: range.lowerBound)
        // If kinds meet, the block states the kind of most of its elements.
        if record.detailCount * 2 > range.count {
            let other = self.record(of: range, like: range.upperBound - 1)
            if other.detailCount < record.detailCount { record = other }
        }
        record.shift = shift
        return Block(range: range, record: record, box: box.rounded)
    }

    /// A block that states of all of its elements what holds of one of them. It also has the index or item of each, if
    /// that leaves fewer elements that differ.
    private func record(of range: Range<Int>, like index: Int) -> BlockRecord {
        let element = elements[index]
        var record = BlockRecord(
            id: 0, first: element.item.map { $0 &- (index - range.lowerBound) }, count: range.count, shift: 0,
            detailCount: 0, zIndex: element.zIndex, kindID: element.kindID, itemShift: element.itemShift)
        record.detailCount = detailCount(range, of: record)
        // A detail takes a row, and numbers some bytes for each element of the block.
        guard record.detailCount > 1 else { return record }
        for numbers in [BlockRecord.Numbers.itemShifts, .items] where record.detailCount > 0 {
            var other = record
            other.numbers = numbers
            other.detailCount = detailCount(range, of: other)
            if other.detailCount < record.detailCount { record = other }
        }
        return record
    }

    private func detailCount(_ range: Range<Int>, of record: BlockRecord) -> Int {
        range.reduce(0) { isDetail($1, place: $1 - range.lowerBound, of: record) ? $0 + 1 : $0 }
    }

    func isDetail(_ index: Int, place: Int, of record: BlockRecord) -> Bool {
        let element = elements[index]
        if element.zIndex != record.zIndex || element.kindID != record.kindID { return true }
        if record.numbers == .items {
            return element.shiftAndItem == nil && (element.item != nil || element.itemShift != nil)
        }
        return record.numbers == .none && element.itemShift != record.itemShift
            || element.item != record.first.map { $0 &+ place }
    }

    /// The least power of two that makes a number whole; 0 if there is none up to the limit, and the number is stored
    /// unchanged.
    private static func shift(_ number: Double) -> Int {
        // The place of the lowest bit: none of 0.
        let shift = number == 0 ? 0 : number.significandWidth - Int(number.exponent)
        return shift <= BlockRecord.shiftLimit ? max(shift, 0) : 0
    }

    /// The box around each group of blocks that an entry of the R*Tree bounds.
    private static func groupBoxes(_ boxes: some Sequence<BlockTree.Box>, _ traits: LayoutTraits) -> [BlockTree.Box] {
        var groups: [BlockTree.Box] = []
        for (number, box) in boxes.enumerated() {
            if number % BlockRecord.groupSize == 0 { groups.append(BlockTree.Box()) }
            groups[groups.count - 1].include(box)
        }
        // On a canvas a change moves nothing else.
        return traits.isFree ? groups : groups.map { $0.widened(along: traits.axis) }
    }
}

extension BandBlocks {
    /// Stores the blocks that differ from a band's stored ones, and removes surplus ones.
    ///
    /// - Parameter ids: The stored ones in whose place they are; nil: all from the first one on.
    /// - Returns: The number of elements that differ from the stored ones in their place, and the box around the blocks
    ///   that differ and those that did.
    func replace(
        _ ids: ClosedRange<Int64>? = nil, ofBand band: Int64, plane: Double, _ traits: LayoutTraits,
        in connection: Connection
    ) throws -> (elements: Int, box: BlockTree.Box) {
        let ids = ids ?? BlockRecord.ids(ofBand: band, from: firstNumber)
        var changed: [Int] = []
        var former: [FormerBlock] = []
        var elementsWritten = 0
        try BlockRecord.forEach(ids, in: connection) { record, row in
            let number = former.count
            former.append((BlockRecord.box(row), record.detailCount > 0))
            guard number < blocks.count, record.id == id(number, ofBand: band) else { return }
            let difference = try differences(number, from: record, row, connection)
            if difference.isDifferent { changed.append(number) }
            elementsWritten += difference.elements
        }
        for number in blocks.indices.dropFirst(former.count) {
            changed.append(number)
            elementsWritten += elements[blocks[number].range].count { !$0.isHidden }
        }
        try write(changed, over: former, ofBand: band, plane: plane, traits, in: connection)
        var box = BlockTree.Box()
        for number in changed {
            box.include(blocks[number].box)
            if number < former.count { box.include(former[number].box) }
        }
        for old in former.dropFirst(blocks.count) { box.include(old.box) }
        return (elementsWritten, box)
    }

    /// The knowledge of a stored block that it takes to write over it.
    typealias FormerBlock = (box: BlockTree.Box, hasDetails: Bool)

    /// Stores changed blocks over a band's former ones, and removes surplus ones.
    func write(
        _ changed: some Collection<Int>, over former: [FormerBlock], ofBand band: Int64, plane: Double,
        _ traits: LayoutTraits, in connection: Connection
    ) throws {
        let statement = try connection.cached(BlockRecord.insertSQL)
        for number in changed {
            if number < former.count, former[number].hasDetails {
                let id = id(number, ofBand: band)
                try Self.removeDetails(of: id...id, in: connection)
            }
            try store(number, ofBand: band, statement, connection)
        }
        if former.count > blocks.count {
            let ids = BlockRecord.ids(ofBand: band, from: firstNumber + blocks.count)
            try Self.removeDetails(of: ids, in: connection)
            try connection.run("DELETE FROM lc_block WHERE id BETWEEN ?1 AND ?2", ids.lowerBound, ids.upperBound)
        }
        let groups = Self.groupBoxes(blocks.lazy.map(\.box), traits)
        let formerGroups = Self.groupBoxes(former.lazy.map(\.box), traits)
        for (number, box) in groups.enumerated() where number >= formerGroups.count || formerGroups[number] != box {
            try BlockTree.store(group(number, ofBand: band), box, plane: plane, in: connection)
        }
        for number in groups.count..<max(groups.count, formerGroups.count) {
            try connection.run("DELETE FROM lc_rtree WHERE id = ?1", group(number, ofBand: band))
        }
    }

    static func remove(ofBands bands: Range<Int64>, in connection: Connection) throws {
        let ids = BlockRecord.id(0, ofBand: bands.lowerBound)...BlockRecord.id(0, ofBand: bands.upperBound) - 1
        try connection.run(
            "DELETE FROM lc_rtree WHERE id IN (SELECT DISTINCT id >> 3 FROM lc_block WHERE id BETWEEN ?1 AND ?2)",
            ids.lowerBound, ids.upperBound)
        try removeDetails(of: ids, in: connection)
        try connection.run("DELETE FROM lc_block WHERE id BETWEEN ?1 AND ?2", ids.lowerBound, ids.upperBound)
    }

    private static func removeDetails(of blocks: ClosedRange<Int64>, in connection: Connection) throws {
        let ids = BlockRecord.details(of: blocks)
        try connection.run("DELETE FROM lc_detail WHERE id BETWEEN ?1 AND ?2", ids.lowerBound, ids.upperBound)
    }

    private func id(_ number: Int, ofBand band: Int64) -> Int64 { BlockRecord.id(firstNumber + number, ofBand: band) }

    private func group(_ number: Int, ofBand band: Int64) -> Int64 {
        BlockRecord.group(ofBlock: id(0, ofBand: band)) + Int64(number)
    }

    /// How a block differs from the stored one with its number.
    ///
    /// - Parameter row: A statement that stands at the stored block's row.
    /// - Returns: Whether anything differs, and how many elements do that are shown.
    func differences(
        _ number: Int, from former: BlockRecord, _ row: Statement, _ connection: Connection
    ) throws -> (isDifferent: Bool, elements: Int) {
        let block = blocks[number]
        let details = try former.details(in: connection)
        let scale = former.scale
        var isDifferent = former.count != block.range.count
        var elements = self.elements[block.range].dropFirst(former.count).count { !$0.isHidden }
        for place in 0..<min(block.range.count, former.count) {
            let frame = BlockRecord.frame(place, row, scale: scale)
            if former.element(place, frame: frame, row, details) != self.elements[block.range.lowerBound + place] {
                isDifferent = true
                if !self.elements[block.range.lowerBound + place].isHidden { elements += 1 }
            }
        }
        // A block's stated values follow from its elements, unless it is damaged.
        isDifferent =
            isDifferent || former.shift != block.record.shift || former.numbers != block.record.numbers
            || former.detailCount != block.record.detailCount || details.count != former.detailCount
            || BlockRecord.box(row) != block.box
        return (isDifferent, elements)
    }

    private func store(_ number: Int, ofBand band: Int64, _ statement: Statement, _ connection: Connection) throws {
        let block = blocks[number]
        let record = block.record
        let id = id(number, ofBand: band)
        statement.bind(id, at: 1)
        statement.bind(record.first.map(Int64.init), at: 2)
        statement.bind(record.count, at: 3)
        statement.bind(record.shift, at: 4)
        statement.bind(record.detailCount, at: 5)
        statement.bind(record.numbers.rawValue, at: 6)
        statement.bind(record.zIndex, at: 7)
        statement.bind(record.kindID, at: 8)
        statement.bind(record.itemShift, at: 9)
        let scale = Double(1 << record.shift)
        for place in 0..<BlockRecord.capacity {
            let parameter = BlockRecord.parameter(ofFrame: place)
            let numberParameter = BlockRecord.firstNumberParameter + place
            guard place < record.count else {
                for empty in parameter..<parameter + 4 { statement.bindNull(at: empty) }
                statement.bindNull(at: numberParameter)
                continue
            }
            let element = elements[block.range.lowerBound + place]
            statement.bind(element.frame.x * scale, at: parameter)
            statement.bind(element.frame.y * scale, at: parameter + 1)
            statement.bind(element.frame.width * scale, at: parameter + 2)
            statement.bind(element.frame.height * scale, at: parameter + 3)
            switch record.numbers {
            case .none: statement.bindNull(at: numberParameter)
            case .items: statement.bind(element.shiftAndItem, at: numberParameter)
            case .itemShifts: statement.bind(element.itemShift, at: numberParameter)
            }
        }
        let parameter = BlockRecord.boxParameter
        statement.bind(block.box.minX, at: parameter)
        statement.bind(block.box.minY, at: parameter + 1)
        statement.bind(block.box.maxX, at: parameter + 2)
        statement.bind(block.box.maxY, at: parameter + 3)
        try statement.run()
        guard record.detailCount > 0 else { return }
        for index in block.range where isDetail(index, place: index - block.range.lowerBound, of: record) {
            let element = elements[index]
            try connection.run(
                """
                INSERT OR REPLACE INTO lc_detail (id, z_index, element, item, item_shift)
                VALUES (?1, ?2, ?3, ?4, ?5)
                """,
                BlockRecord.detail(index - block.range.lowerBound, ofBlock: id), element.zIndex, element.kindID,
                element.item, element.itemShift)
        }
    }
}
