internal import LayoutEngine
internal import LayoutSQLite
internal import Synchronization

/// What someone who scrolls saw last: bands with their blocks and rows as they are stored, so that a rectangle that
/// moved a little is answered from memory.
///
/// It belongs to one ``LayoutFacts``, which are forgotten when the file changes, so that nothing in it can be of
/// another moment. Only a rectangle near the one before is looked up here: blocks are read whole, which costs more
/// than it spares where no one comes back.
final class ElementWindow: Sendable {
    /// A block of a band with the rows that it bounds.
    struct Block: Sendable {
        var box: BlockRecord
        /// nil until someone looks.
        var rows: [AttributeRow]?
    }

    /// A band beyond a slot.
    struct Step: Sendable {
        var slot: Int
        var band: BandRecord
        var isStale: Bool
    }

    private struct Contents {
        var last: LayoutRect?
        /// Where someone has come to from elsewhere: the next look is mostly beside it.
        var arrival: [Step] = []
        /// By the slot that each follows.
        var bands: [Int: Step] = [:]
        /// By the band that they belong to.
        var blocks: [Int64: [Block]] = [:]
        var rowCount = 0
        var sectionElements: [Int64?: [SectionElementRow]] = [:]
        var orthogonalOffsets: [Int64: Double] = [:]
    }

    private let contents = Mutex(Contents())

    /// Arbitrary numbers: some screens full of small cells, and a few megabytes at the most.
    private static let rowLimit = 1 << 14
    private static let bandLimit = 1 << 12
    /// How many bands of a place are kept where it is not known whether someone stays: an arbitrary number, more than
    /// a screen shows mostly.
    static let arrivalLimit = 8

    /// Takes note of a rectangle; returns whether it lies where the one before lay, or beside it.
    func follows(_ rect: LayoutRect) -> Bool {
        contents.withLock { contents in
            defer { contents.last = rect }
            guard let last = contents.last, last.size == rect.size else { return false }
            return abs(last.x - rect.x) <= rect.width && abs(last.y - rect.y) <= rect.height
        }
    }

    /// Takes note of the first bands at a place that lies elsewhere than the one before.
    func arrive(_ steps: [Step]) { contents.withLock { $0.arrival = steps } }

    /// The first band beyond a slot, and whether it is stale.
    func band(afterSlot slot: Int, load: () throws -> Step?) rethrows -> Step? {
        let known = contents.withLock { contents in
            contents.bands[slot] ?? contents.arrival.first { $0.slot == slot }
        }
        if let known { return known }
        guard let found = try load() else { return nil }
        contents.withLock { contents in
            if contents.bands.count >= Self.bandLimit { contents.bands.removeAll() }
            contents.bands[slot] = found
        }
        return found
    }

    /// A band's blocks: those that a test lets through with their rows, and perhaps others.
    func blocks(
        of band: BandRecord, where isNear: (BlockRecord) -> Bool, loadBoxes: () throws -> [BlockRecord],
        loadRows: (BlockRecord) throws -> [AttributeRow]
    ) rethrows -> [Block] {
        var blocks = try contents.withLock({ $0.blocks[band.id] }) ?? loadBoxes().map { Block(box: $0) }
        var loaded = 0
        for index in blocks.indices where blocks[index].rows == nil && isNear(blocks[index].box) {
            let rows = try loadRows(blocks[index].box)
            blocks[index].rows = rows
            loaded += rows.count
        }
        if loaded > 0 { keep(blocks, of: band.id, loaded: loaded) }
        return blocks
    }

    private func keep(_ blocks: [Block], of bandID: Int64, loaded: Int) {
        contents.withLock { contents in
            if contents.rowCount + loaded > Self.rowLimit {
                contents.blocks.removeAll()
                contents.rowCount = 0
            }
            contents.blocks[bandID] = blocks
            contents.rowCount += loaded
        }
    }

    /// What pins or spans in a section, or in the whole content.
    func sectionElements(of sectionID: Int64?, load: () throws -> [SectionElementRow]) rethrows -> [SectionElementRow] {
        if let known = contents.withLock({ $0.sectionElements[sectionID] }) { return known }
        let found = try load()
        contents.withLock { contents in
            if contents.sectionElements.count >= Self.bandLimit { contents.sectionElements.removeAll() }
            contents.sectionElements[sectionID] = found
        }
        return found
    }

    /// How far a section is scrolled by itself.
    func orthogonalOffset(ofSection sectionID: Int64, load: () throws -> Double) rethrows -> Double {
        if let known = contents.withLock({ $0.orthogonalOffsets[sectionID] }) { return known }
        let found = try load()
        contents.withLock { contents in
            if contents.orthogonalOffsets.count >= Self.bandLimit { contents.orthogonalOffsets.removeAll() }
            contents.orthogonalOffsets[sectionID] = found
        }
        return found
    }
}
