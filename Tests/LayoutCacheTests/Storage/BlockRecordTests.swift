import LayoutEngine
import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// The boxes that the R*Tree holds, in 32-bit floats.
@Suite struct BlockRecordTests {
    @Test(
        "A box that is widened and stored still holds what it was made from, the smallest lengths too",
        arguments: [LayoutAxis.vertical, .horizontal])
    func smallest(axis: LayoutAxis) throws {
        let directory = try ScratchDirectory()
        let store = try LayoutStore(path: directory.file("store.db"))
        let connection = try Connection(path: directory.file("store.db"), mode: .readWrite)
        defer {
            connection.close()
            store.close()
        }
        let smallest = Double.leastNonzeroMagnitude
        let frames = [
            LayoutRect(x: -smallest, y: -smallest, width: 51, height: 16),
            LayoutRect(x: 2 * smallest, y: 3 * smallest, width: smallest, height: smallest),
            LayoutRect(x: -51, y: -16, width: 51 + smallest, height: 16 + smallest),
        ]
        for (index, frame) in frames.enumerated() {
            let row = Int64(index + 1)
            var exact = BlockRecord(firstRow: row, lastRow: row)
            exact.include(frame)
            try exact.widened(along: axis).representable.store(
                in: connection, plane: 7, bandID: 7, replacing: false)
            let isInside = try connection.first(
                "SELECT x0 <= ?2 AND y0 <= ?3 AND x1 >= ?4 AND y1 >= ?5 FROM lc_block WHERE block = ?1", exact.id,
                frame.x, frame.y, frame.maxX, frame.maxY, as: Bool.self)
            #expect(isInside == true, "\(frame)")
        }
    }
}
