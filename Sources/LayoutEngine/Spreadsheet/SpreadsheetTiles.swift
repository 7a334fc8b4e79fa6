/// The order in which a sheet's cells are stored: in square tiles, so that a visible rectangle, which
/// is wide and high, touches few runs of the file and not a run for each of its rows.
enum SpreadsheetTiles {
    /// The rows and columns of a tile. Eight by eight is 64 cells, about as many as one entry of the
    /// spatial index bounds.
    static let length = 8

    /// The columns of a tile: all are as nearly alike as they can be, so that a sheet of nine columns has
    /// tiles of five and four and not a sliver of one.
    private static func width(columns: Int) -> Int {
        let tiles = (columns + length - 1) / length
        return (columns + tiles - 1) / tiles
    }

    /// The rows of a tile: more of them in a sheet that is too narrow for square ones, in whole eights
    /// because bands are.
    private static func height(columns: Int) -> Int {
        max(length, length * length / columns / length * length)
    }

    /// Sets the storage order and runs of a band whose cells are whole rows, but for the last one.
    static func order(_ band: inout BandBuffer, columns: Int) {
        let count = band.cells.count
        let rows = (count + columns - 1) / columns
        band.storageOrder.removeAll(keepingCapacity: true)
        band.storageOrder.reserveCapacity(count)
        band.storageRuns.removeAll(keepingCapacity: true)
        let (width, height) = (width(columns: columns), height(columns: columns))
        for firstRow in stride(from: 0, to: rows, by: height) {
            for firstColumn in stride(from: 0, to: columns, by: width) {
                let before = band.storageOrder.count
                for row in firstRow..<min(firstRow + height, rows) {
                    let lower = row * columns + firstColumn
                    let upper = min(row * columns + min(firstColumn + width, columns), count)
                    if lower < upper { band.storageOrder.append(contentsOf: lower..<upper) }
                }
                if band.storageOrder.count > before { band.storageRuns.append(band.storageOrder.count) }
            }
        }
    }
}
