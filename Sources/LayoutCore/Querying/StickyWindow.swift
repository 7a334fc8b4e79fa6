internal import LayoutEngine
internal import LayoutSources
internal import Synchronization

/// An item that may stick.
struct StickyItem: Sendable {
    var row: StickyRow
    /// The item at its natural place.
    var cell: LayoutAttributes
    /// The beginning of its range along the scroll axis.
    var begin: Double
    var length: Double
}

/// The items that may stick while some part of a range is visible.
///
/// They lie in it, or are the nearest ones of their level and edge on both sides: these push.
final class StickyWindow: Sendable {
    let range: ClosedRange<Double>
    /// All of them in the order of the data.
    let items: ContiguousArray<StickyItem>
    let marks: StickyMarks

    /// - Parameter range: A range along the scroll axis.
    init(_ range: ClosedRange<Double>, rule: StickyRule, of layout: LayoutReader) throws {
        self.range = range
        let levels = try StickyRows(layout).levels()
        var found: ContiguousArray<StickyItem> = []
        for edge in [SourceItem.StickyEdge.start, .end] {
            for level in levels { found += try Self.items(range, of: layout, level: level, edge: edge) }
        }
        found.sort { $0.row < $1.row }
        var marks = StickyMarks(rule, levelCount: levels.count)
        for (index, item) in found.enumerated() {
            marks.append(
                StickyMarks.Mark(index: index, begin: item.begin, length: item.length),
                level: levels.firstIndex(of: item.row.level) ?? 0, isAtEnd: item.row.edge == .end)
        }
        items = found
        self.marks = marks
    }

    /// The items of one level and edge.
    private static func items(
        _ range: ClosedRange<Double>, of layout: LayoutReader, level: Int, edge: SourceItem.StickyEdge
    ) throws -> [StickyItem] {
        let rows = StickyRows(layout)
        let content = try layout.content
        var found: [StickyItem] = []
        /// An item, or nil if it has no element. One that was not laid out yet ends the search.
        func item(_ row: StickyRow, _ isKnown: inout Bool) throws -> StickyItem? {
            guard let cell = try ElementLookup(layout).cell(itemID: row.id) else {
                isKnown = try ItemLookup(layout).place(ofItem: row.id).map { !$0.band.isEstimated } ?? true
                return nil
            }
            return StickyItem(
                row: row, cell: cell, begin: content.low(of: cell.frame),
                length: cell.frame.length(layout.traits.axis))
        }
        // Items of earlier bands may hang out of them.
        let beginning = try rows.placeOfBeginning(ofBandAt: range.lowerBound - content.overhang.after)
        var before = try beginning ?? rows.endOfItems()
        var isKnown = true
        while isKnown, let place = before, let row = try rows.previous(before: place, edge: edge, level: level) {
            if let item = try item(row, &isKnown) {
                found.append(item)
                break
            }
            before = row.place
        }
        var after = beginning
        isKnown = true
        while isKnown, let place = after, let row = try rows.next(after: place, edge: edge, level: level) {
            if let item = try item(row, &isKnown) {
                found.append(item)
                if item.begin > range.upperBound { break }
            }
            after = row.place
        }
        return found
    }
}

/// The last window that readers of a layout asked for: the next tick is mostly inside of it.
final class StickyMemory: Sendable {
    private let window = Mutex<StickyWindow?>(nil)

    /// A window that contains a range: the last one, or a new one with room for some screens on both sides.
    func window(around range: ClosedRange<Double>, _ make: (ClosedRange<Double>) throws -> StickyWindow) rethrows
        -> StickyWindow
    {
        let known = window.withLock { $0 }
        if let known, known.range.contains(range.lowerBound), known.range.contains(range.upperBound) { return known }
        let room = 2 * (range.upperBound - range.lowerBound)
        let made = try make(range.lowerBound - room...range.upperBound + room)
        window.withLock { $0 = made }
        return made
    }
}
