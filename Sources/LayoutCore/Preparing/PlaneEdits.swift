internal import LayoutEngine
internal import LayoutSQLite

/// Brings a canvas up to date after changes of single items. Changed cells stay in their blocks unless these grow:
/// those of a selection move together. Any other cell is taken out, and put into a block near its new place.
///
/// The trigger marked where a cell was: there the R\*Tree finds its block, and the block to put it into where it is.
/// Blocks and bands are divided when they are full, as the nodes of an R-tree are. O(log blocks) for each change, and
/// one write for each changed block.
struct PlaneEdits {
    private let context: PreparationContext
    private(set) var relayout: Relayout
    private var bands: [Int64: OpenBand] = [:]
    /// The bands in memory, by their items.
    private var bandOfItem: [Int64: Int64] = [:]
    private var sections: [Int64: Section] = [:]
    /// The cells to change where they are, by band and item; nil: the item went.
    private var changes: [Int64: [Int64: Cell?]] = [:]
    /// The cells to put into a block.
    private var arrivals: [Cell] = []

    private struct Section {
        var record: SectionRecord
        var first: BandRecord
        var order: PlaneOrder
        var itemCount: Int
        var nextNumber: Int
    }

    /// A band whose blocks are in memory.
    private struct OpenBand {
        var record: BandRecord
        var blocks: [Block] = []
        var former: [BandBlocks.FormerBlock] = []
    }

    private struct Block {
        private(set) var elements: [BandBlocks.Element]
        private(set) var box = BlockTree.Box()
        /// Whether it must be written.
        var isChanged = true

        init(_ elements: [BandBlocks.Element], isChanged: Bool = true) {
            (self.elements, self.isChanged) = (elements, isChanged)
            for element in elements { box.include(element.frame) }
        }

        mutating func append(_ element: BandBlocks.Element) {
            elements.append(element)
            box.include(element.frame)
            isChanged = true
        }

        /// How much it grows when it takes a box; if it is full, it will be divided, which counts as well.
        func cost(_ other: BlockTree.Box) -> Double { PlaneEdits.cost(box, count: elements.count, growingBy: other) }
    }

    /// The present cell of an item.
    private struct Cell {
        var itemID: Int64
        var sectionID: Int64
        /// The number that blocks state.
        var number: Int
        var frame: LayoutRect
        var zIndex: Int

        func element(in band: BandRecord) -> BandBlocks.Element {
            let shift = band.firstItemID.map { itemID &- $0 &- Int64(number) } ?? itemID
            return BandBlocks.Element(frame: frame, zIndex: zIndex, kindID: nil, item: number, itemShift: shift)
        }
    }

    /// How many times longer one changed cell takes than one of a section that is laid out as a whole.
    private static let effort = 16
    /// How many changed cells never take long.
    private static let few = 8
    /// How many changes are done with all of their bands in memory, some tens of megabytes of scattered ones.
    private static let crowd = 1024

    init(_ relayout: Relayout) {
        self.relayout = relayout
        context = relayout.context
    }

    private var connection: Connection { context.connection }
    /// How many blocks a band has at most: as many as an entry of the R*Tree bounds.
    private var blockLimit: Int { max(2, min(BlockRecord.groupSize, context.limits.target / BlockRecord.capacity)) }

    /// Applies the marked changes, first and together the changes of the order; returns whether none is left.
    mutating func run(until isSpent: (_ cellsSolved: Int) -> Bool) throws -> Bool {
        let marks = try ChangeDistribution.PlaneMark.all(context)
        guard !marks.isEmpty else { return true }
        try open(marks)
        var rest = marks.drop(while: \.isReordered)
        try reorder(marks[..<rest.startIndex])
        repeat {
            for mark in rest.prefix(Self.crowd) {
                if let (band, element) = try find(mark), let number = element.item {
                    let cell = mark.position == nil ? nil : cell(of: mark, number: number)
                    changes[band, default: [:]][mark.itemID] = .some(cell)
                }
                rest.removeFirst()
                if isSpent(relayout.cellsSolved) { break }
            }
            try carryOut()
        } while !rest.isEmpty && !isSpent(relayout.cellsSolved)
        try connection.run(
            "DELETE FROM lc_moved WHERE preparation_id = ?1 AND (is_reordered OR id < ?2)", context.preparationID,
            rest.first?.id ?? .max)
        for section in sections.values where try section.order.runCount > PlaneOrder.limit {
            try layOutAfresh(section.record.id)
        }
        return rest.isEmpty
    }

    /// Takes the cells of items that came, went or changed their positions out of their blocks. Each item that is still
    /// there gets its place in the order.
    private mutating func reorder(_ marks: ArraySlice<ChangeDistribution.PlaneMark>) throws {
        var items: [(mark: ChangeDistribution.PlaneMark, position: Double, number: Int?)] = []
        for mark in marks {
            let found = try find(mark)
            if let (band, element) = found {
                changes[band, default: [:]][mark.itemID] = .some(nil)
                if let number = element.item, let section = sections[mark.sectionID] {
                    try section.order.remove(number: number, of: section.itemCount)
                    sections[mark.sectionID]?.itemCount -= 1
                }
            }
            if let position = mark.position { items.append((mark, position, found?.element.item)) }
        }
        items.sort { ($0.mark.sectionID, $0.position) < ($1.mark.sectionID, $1.position) }
        for (mark, position, known) in items {
            guard let section = sections[mark.sectionID] else { continue }
            let number = known ?? section.nextNumber
            if known == nil { sections[mark.sectionID]?.nextNumber += 1 }
            let index = try context.outline.rank(of: position, inSection: mark.sectionID, from: Outline.beginning)
            try section.order.insert(number: number, at: index, of: section.itemCount)
            sections[mark.sectionID]?.itemCount += 1
            if let cell = cell(of: mark, number: number) { arrivals.append(cell) }
        }
    }

    /// Finds the sections of marks. One in which much changed is laid out as a whole.
    private mutating func open(_ marks: [ChangeDistribution.PlaneMark]) throws {
        var counts: [Int64: Int] = [:]
        for mark in marks { counts[mark.sectionID, default: 0] += 1 }
        for (id, count) in counts {
            guard let first = try context.bands.first(ofSection: id), !first.isStale,
                let last = try context.bands.last(ofSection: id), let record = try relayout.section(of: first)
            else { continue }
            let itemCount = try relayout.prefix(last.slot).items - relayout.prefix(first.slot - 1).items
            guard count <= Self.few || count * Self.effort < itemCount else {
                try layOutAfresh(id)
                continue
            }
            let order = PlaneOrder(connection: connection, preparationID: context.preparationID, sectionID: id)
            sections[id] = Section(
                record: record, first: first, order: order, itemCount: itemCount,
                nextNumber: try order.nextNumber(of: itemCount))
            relayout.sections.insert(id)
        }
    }

    private mutating func layOutAfresh(_ sectionID: Int64) throws {
        sections[sectionID] = nil
        try context.bands.markStale(ofSection: sectionID)
    }

    /// The present cell of a mark's item; nil if its section is not open.
    private mutating func cell(of mark: ChangeDistribution.PlaneMark, number: Int) -> Cell? {
        guard let section = sections[mark.sectionID] else { return nil }
        let cell = SectionDriver.layOut([mark.measure], of: section.record.measure, by: context.plan).cells[0]
        relayout.slots.written.add(cell.frame)
        relayout.cellsSolved += 1
        relayout.writer.elementsWritten += 1
        return Cell(
            itemID: mark.itemID, sectionID: mark.sectionID, number: number, frame: cell.frame, zIndex: cell.zIndex)
    }

    // MARK: Finding

    /// The cell of a mark's item as it is stored, and its band; nil if it has none.
    private mutating func find(_ mark: ChangeDistribution.PlaneMark) throws -> (
        band: Int64, element: BandBlocks.Element
    )? {
        guard let origin = mark.origin, sections[mark.sectionID] != nil else { return nil }
        if bandOfItem[mark.itemID] == nil {
            var candidates: [Int64] = []
            let rows = try BlockTree.blocks(
                touching: BlockTree.surroundings(of: origin), onPlaneOf: context.preparationID, BlockTree.planeBoxSQL,
                in: connection)
            while try rows.step() {
                let band = BlockRecord.band(ofBlock: rows.int64(0))
                if candidates.last != band { candidates.append(band) }
            }
            rows.rewind()
            for id in candidates where bandOfItem[mark.itemID] == nil { _ = try openBand(id) }
        }
        if let id = bandOfItem[mark.itemID], let band = bands[id], band.record.sectionID == mark.sectionID,
            let element = band.blocks.lazy.flatMap(\.elements).first(where: {
                $0.itemID(from: band.record.firstItemID) == mark.itemID
            })
        {
            return (id, element)
        }
        // Only where the rows were changed without the triggers.
        try layOutAfresh(mark.sectionID)
        return nil
    }

    private mutating func openBand(_ id: Int64) throws -> OpenBand? {
        if let band = bands[id] { return band }
        guard let record = try context.bands.find(id) else { return nil }
        var band = OpenBand(record: record)
        try BlockRecord.forEach(BlockRecord.ids(ofBand: id), in: connection) { block, row in
            band.former.append((BlockRecord.box(row), block.detailCount > 0))
            band.blocks.append(Block(try block.elements(row, in: connection), isChanged: false))
        }
        bands[id] = band
        for element in band.blocks.lazy.flatMap(\.elements) {
            if let item = element.itemID(from: record.firstItemID) { bandOfItem[item] = id }
        }
        return band
    }

    /// The band of a section with the block that grows least when it takes a cell.
    private func nearest(_ box: BlockTree.Box, in section: Section) throws -> Int64 {
        var best: (band: Int64, cost: Double)?
        func consider(_ band: Int64, _ cost: Double) {
            if let known = best, (known.cost, known.band) <= (cost, band) { return }
            best = (band, cost)
        }
        // Around the cell, and then further and further.
        var reach = 0.0
        while best == nil {
            let surroundings = BlockTree.Box(
                minX: box.minX - reach, minY: box.minY - reach, maxX: box.maxX + reach, maxY: box.maxY + reach)
            let plane = context.plane(of: section.first.id)
            let touching = try Set(
                BlockTree.groups(touching: surroundings, plane: plane, in: connection).map(BlockRecord.band(ofGroup:)))
            // The blocks in memory may differ from the stored ones.
            for id in touching {
                guard let band = bands[id], band.record.sectionID == section.record.id else { continue }
                for block in band.blocks where block.box.touches(surroundings) { consider(id, block.cost(box)) }
            }
            var stored: [Int64: Double] = [:]
            if touching.contains(where: { bands[$0] == nil }) {
                let rows = try BlockTree.blocks(
                    touching: surroundings, onPlaneOf: context.preparationID, BlockTree.planeBoxSQL, in: connection)
                while try rows.step() {
                    let cost = Self.cost(rows.box(2), count: rows.int(1), growingBy: box)
                    let band = BlockRecord.band(ofBlock: rows.int64(0))
                    stored[band] = min(cost, stored[band] ?? cost)
                }
                rows.rewind()
            }
            for (band, cost) in stored
            where try bands[band] == nil && context.bands.find(band)?.sectionID == section.record.id {
                consider(band, cost)
            }
            guard reach < 4e9 else { break }
            reach = max(4 * reach, box.maxX - box.minX, box.maxY - box.minY, 64)
        }
        return best?.band ?? section.first.id
    }

    // MARK: Changing

    /// Carries the changes out, block by block.
    private mutating func carryOut() throws {
        for (id, cells) in changes.sorted(by: { $0.key < $1.key }) { change(cells, inBand: id) }
        for cell in arrivals { try put(cell) }
        for id in bands.keys.sorted() { try divide(id) }
        try write()
        changes.removeAll(keepingCapacity: true)
        arrivals.removeAll(keepingCapacity: true)
    }

    /// Changes cells of a band in their blocks. Those that a block would grow for have to be put elsewhere.
    private mutating func change(_ cells: [Int64: Cell?], inBand id: Int64) {
        guard var band = bands.removeValue(forKey: id) else { return }
        defer { bands[id] = band }
        guard let sectionID = band.record.sectionID, sections[sectionID] != nil else { return }
        for number in band.blocks.indices.reversed() {
            let block = band.blocks[number]
            var (staying, leaving, all) = ([BandBlocks.Element](), [Cell](), [BandBlocks.Element]())
            for element in block.elements {
                guard let cell = element.itemID(from: band.record.firstItemID).flatMap({ cells[$0] }) else {
                    staying.append(element)
                    all.append(element)
                    continue
                }
                relayout.slots.written.add(element.frame)
                if let cell {
                    leaving.append(cell)
                    all.append(cell.element(in: band.record))
                }
            }
            guard staying.count < block.elements.count else { continue }
            var changed = Block(all)
            // More than rounding adds to a block that moves as a whole.
            if changed.box.extent > block.box.extent * (1 + 1e-9) {
                changed = Block(staying)
                arrivals += leaving
            }
            band.blocks[number] = changed
            Self.joinIfSmall(number, of: &band.blocks)
        }
    }

    /// Removes a block that has become empty, or joins it to another one of its band that has room for it.
    private static func joinIfSmall(_ number: Int, of blocks: inout [Block]) {
        let small = blocks[number]
        guard small.elements.count <= BlockRecord.capacity / 4 else { return }
        if !small.elements.isEmpty {
            let others = blocks.indices.filter {
                $0 != number && blocks[$0].elements.count + small.elements.count <= BlockRecord.capacity * 3 / 4
            }
            func addition(_ other: Int) -> Double { cost(blocks[other].box, count: 0, growingBy: small.box) }
            guard let other = others.min(by: { addition($0) < addition($1) }) else { return }
            for element in small.elements { blocks[other].append(element) }
        }
        // The last one takes its number.
        let last = blocks.removeLast()
        guard number < blocks.count else { return }
        blocks[number] = last
        blocks[number].isChanged = true
    }

    /// Puts a cell into the block that grows least.
    private mutating func put(_ cell: Cell) throws {
        guard let section = sections[cell.sectionID] else { return }
        var box = BlockTree.Box()
        box.include(cell.frame)
        let id = try nearest(box, in: section)
        guard var band = try openBand(id) else { throw LayoutError.corrupt("lc_band has no band \(id)") }
        bands[id] = nil
        let element = cell.element(in: band.record)
        let costs = band.blocks.map { $0.cost(box) }
        if let number = costs.indices.min(by: { costs[$0] < costs[$1] }) {
            band.blocks[number].append(element)
            if band.blocks[number].elements.count > BlockRecord.capacity {
                let halves = Self.halves(band.blocks[number].elements, around: band.blocks[number].box) { $0.frame }
                band.blocks[number] = Block(halves.0)
                band.blocks.append(Block(halves.1))
            }
        } else {
            band.blocks = [Block([element])]
        }
        bands[id] = band
    }

    /// Makes two bands of one with too many blocks, and so on.
    private mutating func divide(_ id: Int64) throws {
        guard var band = bands[id], band.blocks.count > blockLimit else { return }
        var all = BlockTree.Box()
        for block in band.blocks { all.include(block.box) }
        let halves = Self.halves(band.blocks, around: all) { $0.box.rect }
        band.blocks = halves.0.map { Block($0.elements) }
        bands[id] = band
        let slot = try relayout.slots.makeRoom(after: relayout.slots.slot(of: band.record))
        let record = BandRecord(
            id: relayout.writer.makeBandID(), slot: slot, sectionID: band.record.sectionID,
            firstItemID: band.record.firstItemID)
        try record.write(over: nil, in: context.preparationID, state: nil, connection)
        bands[record.id] = OpenBand(record: record, blocks: halves.1.map { Block($0.elements) })
        for part in [id, record.id] { try divide(part) }
    }

    // MARK: Writing

    /// Writes the bands in memory that changed, and forgets them.
    private mutating func write() throws {
        var storing = BandBlocks()
        for (id, band) in bands.sorted(by: { $0.key < $1.key }) {
            let changed = band.blocks.indices.filter { band.blocks[$0].isChanged }
            guard !changed.isEmpty || band.blocks.count < band.former.count else { continue }
            // The band may have moved, and may be stale by now.
            guard let stored = try context.bands.find(id) else {
                throw LayoutError.corrupt("lc_band has no band \(id)")
            }
            var record = stored
            relayout.slots.change(record.slot, counts: true)
            if band.blocks.isEmpty, !band.record.beginsSection {
                try relayout.writer.delete(band.record)
                continue
            }
            storing.removeAll()
            var ends: ContiguousArray<Int> = []
            for block in band.blocks {
                for element in block.elements { storing.append(element) }
                ends.append(storing.elements.count)
            }
            try storing.cut(cellCount: storing.elements.count, runs: ends)
            try storing.write(
                changed, over: band.former, ofBand: id, plane: context.plane(of: id), context.traits, in: connection)
            record.sums = storing.planeSums(context.traits)
            record.cellCount = record.sums.items
            try record.write(over: stored, in: context.preparationID, state: nil, connection)
        }
        bands.removeAll(keepingCapacity: true)
        bandOfItem.removeAll(keepingCapacity: true)
    }

    // MARK: Boxes

    private static func cost(_ box: BlockTree.Box, count: Int, growingBy other: BlockTree.Box) -> Double {
        var grown = box
        grown.include(other)
        return grown.extent - box.extent + (count < BlockRecord.capacity ? 0 : box.extent / 4)
    }

    /// Halves of some parts of a box, along its longer side.
    private static func halves<Part>(
        _ parts: [Part], around box: BlockTree.Box, frame: (Part) -> LayoutRect
    ) -> ([Part], [Part]) {
        let isWide = box.maxX - box.minX > box.maxY - box.minY
        let sorted = parts.map { part in
            let frame = frame(part)
            return (part, isWide ? frame.x + frame.maxX : frame.y + frame.maxY)
        }.sorted { $0.1 < $1.1 }.map(\.0)
        return (Array(sorted[..<(sorted.count / 2)]), Array(sorted[(sorted.count / 2)...]))
    }
}
