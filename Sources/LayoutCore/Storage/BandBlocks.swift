internal import LayoutEngine

/// The elements of one band in the order in which they are stored, cut into blocks.
///
/// Used for band after band, so that preparing allocates nothing once it has grown.
struct BandBlocks {
    /// A block as it will be stored.
    struct Block {
        /// Its elements among ``BandBlocks/elements``.
        var range: Range<Int>
        /// Without an id, which depends on the band.
        var record: BlockRecord
        /// Around all of its elements, rounded outwards.
        var box: ElementBox
    }

    private(set) var elements: ContiguousArray<BandElement> = []
    var blocks: ContiguousArray<Block> = []
    /// How many of its elements are cells of items that are shown.
    var cellCount: Int { elements.count { $0.kindID == nil && !$0.isHidden } }
    /// Whether its cells are those of consecutive items, by their ids.
    func idsFollow(from first: Int64?) -> Bool {
        first != nil && elements.allSatisfy { $0.kindID != nil || $0.itemShift == 0 }
    }
    /// Around all elements, exactly.
    private(set) var box = ElementBox()
    /// How the cells move: boxes hold what turning them covers, …
    private var motion: ElementMotion?
    /// … which is that for each of ``elements``; empty if they do not move.
    private var swept: ContiguousArray<LayoutRect> = []

    /// Empties them for another band.
    ///
    /// - Parameter motion: How its cells move; nil: they do not.
    mutating func removeAll(motion: ElementMotion? = nil) {
        self.motion = motion
        elements.removeAll(keepingCapacity: true)
        swept.removeAll(keepingCapacity: true)
        blocks.removeAll(keepingCapacity: true)
        box = ElementBox()
    }

    /// - Parameter host: The frame of the cell that a badge moves with.
    mutating func append(_ element: BandElement, on host: LayoutRect? = nil) {
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
        let capacity = BlockNumber.capacity
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
        guard blocks.count <= BlockNumber.limit else {
            throw LayoutError(
                .invalidArgument,
                "a section that is laid out as a whole holds more than \(BlockNumber.limit * capacity) elements",
                advice: "Distribute its items over several sections.")
        }
    }

    func block(_ range: Range<Int>) -> Block {
        var box = ElementBox()
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
        for numbers in [BlockRecord.Numbers.itemShifts, .items] {
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

    /// Whether an element differs from what its block states.
    func isDetail(_ index: Int, place: Int, of record: BlockRecord) -> Bool {
        let element = elements[index]
        return element.zIndex != record.zIndex || element.kindID != record.kindID
            || record.numbers != .itemShifts && element.itemShift != record.itemShift
            || record.numbers != .items && element.item != record.first.map { $0 &+ place }
    }

    /// The least power of two that makes a number whole; 0 if there is none up to the limit, and the number is stored
    /// unchanged.
    private static func shift(_ number: Double) -> Int {
        // The place of the lowest bit: none of 0.
        let shift = number == 0 ? 0 : number.significandWidth - Int(number.exponent)
        return shift <= BlockRecord.shiftLimit ? max(shift, 0) : 0
    }

    /// The box around each group of blocks that an entry of the R*Tree bounds.
    func groupBoxes(_ traits: LayoutTraits) -> [ElementBox] {
        Self.groupBoxes(blocks.lazy.map(\.box), traits)
    }

    static func groupBoxes(_ boxes: some Sequence<ElementBox>, _ traits: LayoutTraits) -> [ElementBox] {
        var groups: [ElementBox] = []
        for (number, box) in boxes.enumerated() {
            if number % BlockNumber.groupSize == 0 { groups.append(ElementBox()) }
            groups[groups.count - 1].include(box)
        }
        return groups.map { BlockTree.entry(around: $0, traits) }
    }
}
