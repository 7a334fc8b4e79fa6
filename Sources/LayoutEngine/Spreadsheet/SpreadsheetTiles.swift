/// The order in which a sheet's cells are stored: in tiles. A visible rectangle, which is wide and high, then touches
/// few runs of the file and not a run for each of its rows.
enum SpreadsheetTiles {
    /// The rows of a tile: as many pieces of rows as an entry of the spatial index bounds.
    static let height = 8
    /// The columns of a tile at most: a piece of a row is one row of the file.
    static let width = 16
    /// Up to this number of columns, cells are stored row after row: a rectangle touches most of a row anyway.
    static let narrowColumns = 32

    /// Sets the storage order and runs of a band whose cells are whole rows, except the last one.
    static func order(_ band: inout BandBuffer, columns: Int) {
        band.storageOrder.removeAll(keepingCapacity: true)
        band.storageRuns.removeAll(keepingCapacity: true)
        guard columns > narrowColumns else { return }
        let count = band.cells.count
        let rows = (count + columns - 1) / columns
        // All as nearly alike as they can be, so that the last tile is not a sliver.
        let tiles = (columns + width - 1) / width
        let tileWidth = (columns + tiles - 1) / tiles
        band.storageOrder.reserveCapacity(count)
        for firstRow in stride(from: 0, to: rows, by: height) {
            for firstColumn in stride(from: 0, to: columns, by: tileWidth) {
                for row in firstRow..<min(firstRow + height, rows) {
                    let lower = row * columns + firstColumn
                    let upper = min(row * columns + min(firstColumn + tileWidth, columns), count)
                    guard lower < upper else { continue }
                    band.storageOrder.append(contentsOf: lower..<upper)
                    band.storageRuns.append(band.storageOrder.count)
                }
            }
        }
    }
}
