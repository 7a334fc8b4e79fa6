internal import LayoutEngine
internal import LayoutSQLite

/// Brings a canvas up to date after changes of single items. Each changed cell is taken out of its block and put into
/// one near its new place; all others stay as they are.
///
/// The trigger noted where the cell was: there the R\*Tree finds its block, and the one to put it into where it is now.
/// Blocks and bands are divided when they are full, as the nodes of an R-tree are. O(log blocks) for each change.
struct PlaneEdits {
    private let context: PreparationContext
    private var bands: [Int64: OpenBand] = [:]
    private var sections: [Int64: Section] = [:]
    /// The frames of the cells that were taken out, and put in.
    private var written: [LayoutRect] = []
    /// Used for band after band.
    private var storing = BandBlocks()
    private var solving = BandBuffer()

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
        var blocks: [[BandElement]] = []
        var former = BandBlocks.FormerBlocks()
        /// The numbers of the blocks that have to be written.
        var changed: Set<Int> = []
    }

    /// The present state of an item.
    private struct Item {
        var note: PlaneNote
        var position: Double
        var measure: ItemMeasure
        /// The number that blocks state; nil for an item that is new.
        var number: Int?
    }

    /// How many times longer one changed cell takes than one of a section that is laid out as a whole.
    private static let effort = 16
    /// How many changed cells never take long.
    private static let few = 8

    private init(_ context: PreparationContext) { self.context = context }

    private var connection: Connection { context.connection }
    private var traits: LayoutTraits { context.traits }
    /// How many blocks a band has at most: as many as an entry of the R*Tree bounds.
    private var blockLimit: Int { max(2, min(BlockNumber.groupSize, context.limits.target / BlockNumber.capacity)) }

    /// Brings a canvas up to date as far as single items are noted; returns whether none is left.
    static func run(_ relayout: inout Relayout, until isSpent: (_ cellsSolved: Int) -> Bool) throws -> Bool {
        var edits = PlaneEdits(relayout.context)
        return try edits.run(&relayout, until: isSpent)
    }

    /// Applies the noted changes, first and together the changes of the order; returns whether none is left.
    private mutating func run(_ relayout: inout Relayout, until isSpent: (_ cellsSolved: Int) -> Bool) throws -> Bool {
        let notes = try PlaneNote.all(ofPreparation: context.preparationID, in: connection)
        guard !notes.isEmpty else { return true }
        try open(notes, &relayout)
        var items: [Item] = []
        for note in notes.prefix(while: \.isReordered) {
            let number = try take(note)
            if let number, let section = sections[note.sectionID] {
                try section.order.remove(number: number, of: section.itemCount)
                sections[note.sectionID]?.itemCount -= 1
            }
            if var item = try item(of: note) {
                item.number = number
                items.append(item)
            }
        }
        items.sort { ($0.note.sectionID, $0.position) < ($1.note.sectionID, $1.position) }
        for var item in items {
            guard let section = sections[item.note.sectionID] else { continue }
            let number = item.number ?? section.nextNumber
            if item.number == nil { sections[item.note.sectionID]?.nextNumber += 1 }
            item.number = number
            let index = try context.outline.rank(
                of: item.position, inSection: section.record.id, from: Outline.beginning)
            try section.order.insert(number: number, at: index, of: section.itemCount)
            sections[item.note.sectionID]?.itemCount += 1
            try put(item, &relayout)
        }
        var done = notes.prefix(while: \.isReordered).count
        for note in notes[done...] {
            if let number = try take(note), var item = try item(of: note) {
                item.number = number
                try put(item, &relayout)
            }
            done += 1
            if isSpent(relayout.cellsSolved) { break }
        }
        try write(&relayout)
        for note in notes[..<done] { try connection.run("DELETE FROM lc_moved WHERE id = ?1", note.id) }
        for box in written { relayout.slots.written.add(box) }
        for section in sections.values where try section.order.runCount > PlaneOrder.limit {
            try layOutAfresh(section.record.id)
        }
        return done == notes.count
    }

    /// Finds the sections of notes. One in which much changed is laid out as a whole.
    private mutating func open(_ notes: [PlaneNote], _ relayout: inout Relayout) throws {
        var counts: [Int64: Int] = [:]
        for note in notes { counts[note.sectionID, default: 0] += 1 }
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
            relayout.didPrepare(id)
        }
    }

    private mutating func layOutAfresh(_ sectionID: Int64) throws {
        sections[sectionID] = nil
        try context.bands.markAllStale(ofSection: sectionID)
    }

    /// The present state of a note's item in its section; nil if it is not there.
    private func item(of note: PlaneNote) throws -> Item? {
        guard sections[note.sectionID] != nil else { return nil }
        return try connection.firstRow(
            """
            SELECT i.position, coalesce(m.width, i.width), coalesce(m.height, i.height), i.x, i.y FROM item AS i
            LEFT JOIN measurement AS m ON m.item_id = i.id AND m.measure = ?3 WHERE i.id = ?1 AND i.section_id = ?2
            """,
            note.itemID, note.sectionID, context.measure
        ) { row in
            Item(
                note: note, position: row.double(0),
                measure: ItemMeasure(
                    width: row.doubleOrNaN(1), height: row.doubleOrNaN(2), x: row.doubleOrNaN(3),
                    y: row.doubleOrNaN(4)))
        }
    }

    // MARK: Taking out

    /// Takes the cell of a note out of its block; returns the number that the block states.
    private mutating func take(_ note: PlaneNote) throws -> Int? {
        guard let origin = note.origin, sections[note.sectionID] != nil else { return nil }
        guard let (id, block, place) = try find(note.itemID, at: origin, in: note.sectionID) else {
            // Only where the rows were changed without the triggers.
            try layOutAfresh(note.sectionID)
            return nil
        }
        guard let element = bands[id]?.blocks[block].remove(at: place) else { return nil }
        written.append(element.frame)
        bands[id]?.changed.insert(block)
        if let rest = bands[id]?.blocks[block] { try settle(rest, block: block, ofBand: id) }
        return element.item
    }

    /// Removes a block that has become empty, or joins it to another one of its band that has room for it.
    private mutating func settle(_ rest: [BandElement], block: Int, ofBand id: Int64) throws {
        guard rest.count <= BlockNumber.capacity / 4, var band = bands[id] else { return }
        if !rest.isEmpty {
            let box = Self.box(rest)
            let others = band.blocks.indices.filter {
                $0 != block && band.blocks[$0].count + rest.count <= BlockNumber.capacity * 3 / 4
            }
            guard
                let other = others.min(by: {
                    Self.growth(of: band.blocks[$0], by: box) < Self.growth(of: band.blocks[$1], by: box)
                })
            else { return }
            band.blocks[other] += rest
            band.changed.insert(other)
        }
        // The last one takes its number.
        let last = band.blocks.removeLast()
        band.changed.remove(band.blocks.count)
        if block < band.blocks.count {
            band.blocks[block] = last
            band.changed.insert(block)
        }
        bands[id] = band
    }

    /// The place of an item's cell: its band, its block there, and its place in the block.
    private mutating func find(
        _ itemID: Int64, at origin: LayoutPoint, in sectionID: Int64
    ) throws -> (band: Int64, block: Int, place: Int)? {
        var candidates: [Int64] = []
        let rows = try BlockTree.blocks(
            touching: BlockTree.surroundings(of: origin), onPlaneOf: context.preparationID, BlockTree.planeBoxSQL,
            in: connection)
        while try rows.step() {
            let band = BlockNumber.band(ofBlock: rows.int64(0))
            if !candidates.contains(band) { candidates.append(band) }
        }
        rows.rewind()
        // The blocks in memory may differ from the stored ones.
        candidates += bands.keys.filter { !candidates.contains($0) }
        for id in candidates {
            guard let band = try openBand(id), band.record.sectionID == sectionID else { continue }
            for (number, block) in band.blocks.enumerated() {
                let place = block.firstIndex { $0.itemID(from: band.record.firstItemID) == itemID }
                if let place { return (id, number, place) }
            }
        }
        return nil
    }

    @discardableResult
    private mutating func openBand(_ id: Int64) throws -> OpenBand? {
        if let band = bands[id] { return band }
        guard let record = try context.bands.find(id) else { return nil }
        var band = OpenBand(record: record)
        let ids = BlockNumber.ids(ofBand: id)
        try connection.forEachRow(BandBlocks.comparedSQL, ids.lowerBound, ids.upperBound) { row in
            let block = try BlockRecord(row)
            band.former.note(block, row)
            band.blocks.append(try block.elements(row, in: connection))
        }
        bands[id] = band
        return band
    }

    // MARK: Putting in

    /// Puts the cell of an item into the block that grows least.
    private mutating func put(_ item: Item, _ relayout: inout Relayout) throws {
        guard let section = sections[item.note.sectionID], let number = item.number else { return }
        var buffer = BandBuffer()
        swap(&buffer, &solving)
        buffer = SectionDriver.layOut([item.measure], of: section.record.measure, by: context.plan, reusing: buffer)
        let cell = buffer.cells[0]
        solving = buffer
        written.append(cell.frame)
        var box = ElementBox()
        box.include(cell.frame)
        let id = try nearest(box, in: section)
        guard var band = try openBand(id) else { throw LayoutError.corrupt("lc_band has no band \(id)") }
        let base = band.record.firstItemID
        let element = BandElement(
            frame: cell.frame, zIndex: cell.zIndex, kindID: nil, item: number,
            itemShift: base.map { item.note.itemID &- $0 &- Int64(number) } ?? item.note.itemID)
        if let block = band.blocks.indices.min(by: { Self.cost(band.blocks[$0], box) < Self.cost(band.blocks[$1], box) }
        ) {
            band.blocks[block].append(element)
            band.changed.insert(block)
            if band.blocks[block].count > BlockNumber.capacity {
                let halves = Self.halves(band.blocks[block], around: Self.box(band.blocks[block])) { $0.frame }
                band.blocks[block] = halves.0
                band.blocks.append(halves.1)
                band.changed.insert(band.blocks.count - 1)
            }
        } else {
            band.blocks = [[element]]
            band.changed = [0]
        }
        bands[id] = band
        relayout.didSolve(1)
        relayout.writer.didWrite(1)
        if band.blocks.count > blockLimit { try divide(id, &relayout) }
    }

    /// The band of a section with the block that grows least when it takes a cell.
    private mutating func nearest(_ box: ElementBox, in section: Section) throws -> Int64 {
        var best: (band: Int64, cost: Double)?
        func note(_ band: Int64, _ cost: Double) { if cost < best?.cost ?? .infinity { best = (band, cost) } }
        var isOfSection: [Int64: Bool] = [:]
        // Around the cell, and then further and further.
        var reach = 0.0
        while best == nil, section.first.id >= 0 {
            let surroundings = ElementBox(
                minX: box.minX - reach, minY: box.minY - reach, maxX: box.maxX + reach, maxY: box.maxY + reach)
            let rows = try BlockTree.blocks(
                touching: surroundings, onPlaneOf: context.preparationID, BlockTree.planeBoxSQL, in: connection)
            var found: [(band: Int64, cost: Double)] = []
            while try rows.step() {
                let cost = Self.cost(rows.box(2), count: rows.int(1), growingBy: box)
                found.append((BlockNumber.band(ofBlock: rows.int64(0)), cost))
            }
            rows.rewind()
            for (band, cost) in found {
                let known =
                    try isOfSection[band] ?? bands[band].map { $0.record.sectionID == section.record.id }
                    ?? (context.bands.find(band)?.sectionID == section.record.id)
                isOfSection[band] = known
                if known { note(band, cost) }
            }
            guard reach < 4e9 else { break }
            reach = max(4 * reach, box.maxX - box.minX, box.maxY - box.minY, 64)
        }
        return best?.band ?? section.first.id
    }

    /// Makes two bands of one with too many blocks.
    private mutating func divide(_ id: Int64, _ relayout: inout Relayout) throws {
        guard var band = bands[id] else { return }
        var all = ElementBox()
        for block in band.blocks { all.include(Self.box(block)) }
        let halves = Self.halves(band.blocks, around: all) { Self.box($0).rect }
        band.blocks = halves.0
        band.changed = Set(band.blocks.indices)
        bands[id] = band
        let newID = relayout.writer.makeBandID()
        let (slot, moved) = try relayout.slots.makeRoom(after: id)
        try connection.run(
            """
            INSERT INTO lc_band (preparation_id, slot, id, section_id, begins_section, ends_content, first_position,
              is_stale, is_estimated, length, item_count, cell_count, element_count, first_item_id, orthogonal,
              cross_length, overhang_before, overhang_after)
            VALUES (?1, ?2, ?3, ?4, 0, 0, ?5, 0, 0, 0, 0, 0, 0, ?6, 0, 0, 0, 0)
            """,
            context.preparationID, slot, newID, band.record.sectionID, Outline.beginning, band.record.firstItemID)
        relayout.changedSlots += [slot] + moved
        guard let record = try context.bands.find(newID) else {
            throw LayoutError.corrupt("lc_band has no band \(newID)")
        }
        bands[newID] = OpenBand(record: record, blocks: halves.1, changed: Set(halves.1.indices))
        // From now on the R*Tree has to find both.
        try write(&relayout)
    }

    // MARK: Writing

    /// Writes the bands in memory that changed, and forgets them.
    private mutating func write(_ relayout: inout Relayout) throws {
        for band in bands.values where !band.changed.isEmpty || band.blocks.count < band.former.boxes.count {
            let slot = try context.bands.slot(of: band.record.id)
            relayout.changedSlots.append(slot)
            if band.blocks.isEmpty, !band.record.beginsSection {
                try relayout.writer.delete(band.record)
                continue
            }
            storing.removeAll()
            var ends: ContiguousArray<Int> = []
            for block in band.blocks {
                for element in block { storing.append(element) }
                ends.append(storing.elements.count)
            }
            try storing.cut(cellCount: storing.elements.count, runs: ends)
            try storing.write(
                band.changed.sorted(), over: band.former, ofBand: band.record.id,
                plane: context.plane(of: band.record.id), traits, in: connection)
            let sums = storing.planeSums(traits)
            try connection.run(
                """
                UPDATE lc_band SET item_count = ?2, cell_count = ?2, element_count = ?3, cross_length = ?4,
                  overhang_before = ?5, overhang_after = ?6 WHERE id = ?1
                """,
                band.record.id, sums.items, sums.elements, sums.crossLength, sums.overhangBefore, sums.overhangAfter)
        }
        relayout.didChangeCounts(from: relayout.changedSlots.min())
        bands.removeAll(keepingCapacity: true)
    }

    // MARK: Boxes

    private static func box(_ block: [BandElement]) -> ElementBox {
        var box = ElementBox()
        for element in block { box.include(element.frame) }
        return box
    }

    private static func cost(_ block: [BandElement], _ box: ElementBox) -> Double {
        cost(Self.box(block), count: block.count, growingBy: box)
    }

    /// How much a block grows when it takes a box; if it is full, it will be divided, which counts as well.
    private static func cost(_ box: ElementBox, count: Int, growingBy other: ElementBox) -> Double {
        var grown = box
        grown.include(other)
        let extent = box.maxX - box.minX + box.maxY - box.minY
        return grown.maxX - grown.minX + grown.maxY - grown.minY - extent
            + (count < BlockNumber.capacity ? 0 : extent / 4)
    }

    private static func growth(of block: [BandElement], by box: ElementBox) -> Double {
        cost(Self.box(block), count: 0, growingBy: box)
    }

    /// Halves of some parts of a box, along its longer side.
    private static func halves<Part>(
        _ parts: [Part], around box: ElementBox, frame: (Part) -> LayoutRect
    ) -> ([Part], [Part]) {
        let isWide = box.maxX - box.minX > box.maxY - box.minY
        let sorted = parts.map { part in
            let frame = frame(part)
            return (part, isWide ? frame.x + frame.maxX : frame.y + frame.maxY)
        }.sorted { $0.1 < $1.1 }.map(\.0)
        return (Array(sorted[..<(sorted.count / 2)]), Array(sorted[(sorted.count / 2)...]))
    }
}
