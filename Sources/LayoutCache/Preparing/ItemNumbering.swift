internal import LayoutEngine

/// How the rows of a band tell which items they show: a row's number in its band plus `lc_band.first_item_id` plus
/// `lc_attributes.item_shift` is the item's id.
///
/// The views add these up in that order, and SQLite's sums become inexact beyond 64 bits. So where ids lie far out,
/// what is counted from has to be such that every shift fits as well.
enum ItemNumbering {
    /// Ids beyond this are not counted from the first one, since the distance of two might not fit.
    private static let farID = Int64(1) << 61

    private static func isFar(_ id: Int64) -> Bool { id <= -farID || id >= farID }

    /// The order in which a band's cells are stored; empty for that of its items.
    ///
    /// The least ids of all count from below 0, and the greatest from 0 on: where a band has both, the
    /// former are stored first.
    static func order(of buffer: BandBuffer, _ stream: ItemStream?, _ taken: Range<Int>) -> ContiguousArray<Int> {
        guard let ids = stream?.ids, ids[taken].contains(where: isFar) else { return buffer.storageOrder }
        let rows = Int64(buffer.cells.count + buffer.elements.count)
        var order =
            buffer.storageOrder.isEmpty ? ContiguousArray(0..<buffer.cells.count) : buffer.storageOrder
        let extreme = order.indices.filter {
            let id = ids[taken.lowerBound + order[$0]]
            return id < .min + rows || id > .max - rows
        }
        let sorted = extreme.map { order[$0] }.sorted { ids[taken.lowerBound + $0] < ids[taken.lowerBound + $1] }
        guard sorted != extreme.map({ order[$0] }) else { return buffer.storageOrder }
        for (row, cell) in zip(extreme, sorted) { order[row] = cell }
        return order
    }

    /// What the rows of a band count their items' ids from: the first one, or a number from which each id can be
    /// counted, 0 where it is one.
    ///
    /// Other elements come after the cells, so that there may be no such number for both where ids of both ends of
    /// their range meet in a band. Then it is one for the cells.
    static func base(
        of buffer: BandBuffer, _ order: ContiguousArray<Int>, _ stream: ItemStream?, _ taken: Range<Int>
    ) -> Int64 {
        guard let ids = stream?.ids, !taken.isEmpty else { return 0 }
        guard ids[taken].contains(where: isFar) else { return ids[taken.lowerBound] }
        var (least, greatest): (Int64, Int64) = (.min, 0)
        func count(_ item: Int, row: Int) {
            let id = ids[taken.lowerBound + item]
            // The least shift of all would be stored as none.
            if id < 0 { greatest = min(greatest, id - .min - 1 - Int64(row)) }
            if id >= farID { least = max(least, id - .max - Int64(row)) }
        }
        for row in 0..<buffer.cells.count { count(order.isEmpty ? row : order[row], row: row) }
        let baseOfCells = greatest
        for (offset, element) in buffer.elements.enumerated() {
            if let host = element.host { count(host, row: buffer.cells.count + offset) }
        }
        return least <= greatest ? greatest : baseOfCells
    }

    /// What a row adds to its number and to what its band counts from, to tell an item's id; nil where that does not
    /// fit, so that it tells none.
    static func shift(to id: Int64, from base: Int64, row: Int64) -> Int64? {
        let (shift, isOverflowing) = id.subtractingReportingOverflow(base &+ row)
        return isOverflowing || shift == AttributeRows.null ? nil : shift
    }
}
