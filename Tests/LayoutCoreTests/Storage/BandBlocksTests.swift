import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The boxes that the R*Tree holds, in 32-bit floats.
@Suite struct BlockTreeTests {
    @Test(
        "A box grows by an eighth of its extent at most, wherever it is", arguments: [LayoutAxis.vertical, .horizontal])
    func widening(axis: LayoutAxis) {
        for origin in [0.0, 3, 1000, 123_456, -98_765] {
            for length in [0.5, 8, 44, 500, 7000] {
                let frame = LayoutRect(x: origin, y: origin, width: length, height: length)
                var box = BlockTree.Box()
                box.include(frame)
                let wide = box.widened(along: axis)
                let (low, high) = axis == .vertical ? (wide.minY, wide.maxY) : (wide.minX, wide.maxX)
                #expect(wide.contains(box) && low >= origin - length / 8 && high <= origin + length * 1.125, "\(frame)")
            }
        }
    }

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
            var exact = BlockTree.Box()
            exact.include(frame)
            let group = Int64(index + 1)
            try BlockTree.store(group, exact.rounded.widened(along: axis), plane: 7, in: connection)
            let sql = "SELECT x0, y0, x1, y1 FROM lc_rtree WHERE id = ?1 AND 7 BETWEEN plane0 AND plane1"
            let box = try #require(try connection.firstRow(sql, group) { $0.box(0) })
            #expect(box.contains(frame), "\(frame)")
        }
    }
}

/// How elements are cut into blocks, and what of them a block states once.
@Suite struct BandBlocksTests {
    /// A cell, or an element of a kind.
    private static func element(
        _ item: Int?, y: Double = 0, height: Double = 10, kind: Int64? = nil
    ) -> BandBlocks.Element {
        BandBlocks.Element(
            frame: LayoutRect(x: 0, y: y, width: 100, height: height), zIndex: kind == nil ? 0 : 1, kindID: kind,
            item: item, itemShift: item.map { _ in 0 })
    }

    private static func blocks(_ elements: [BandBlocks.Element], cells: Int, runs: ContiguousArray<Int> = []) throws
        -> BandBlocks
    {
        var blocks = BandBlocks()
        for element in elements { blocks.append(element) }
        try blocks.cut(cellCount: cells, runs: runs)
        return blocks
    }

    @Test("Cells fill blocks of sixteen, and a header joins the last one if there is room")
    func headers() throws {
        let cells = (0..<20).map { Self.element($0, y: Double($0) * 10) }
        let header = Self.element(nil, y: -30, height: 30, kind: 1)
        let blocks = try Self.blocks(cells + [header], cells: 20)
        #expect(blocks.blocks.map(\.range.count) == [16, 5])
        #expect(blocks.blocks.map(\.record.first) == [0, 16])
        #expect(blocks.blocks.map(\.record.detailCount) == [0, 1])
        // Without room it has a block, which states what it is.
        let full = try Self.blocks(Array(cells.prefix(16)) + [header], cells: 16)
        #expect(full.blocks.map(\.range.count) == [16, 1])
        #expect(full.blocks[1].record.kindID == 1 && full.blocks[1].record.first == nil)
        #expect(full.blocks[1].record.detailCount == 0)
    }

    @Test("If kinds meet, a block states the kind of most of its elements")
    func kinds() throws {
        let badges = (0..<3).map { Self.element($0, kind: 1) } + (0..<10).map { Self.element($0, kind: 2) }
        let block = try #require(try Self.blocks(badges, cells: 0).blocks.first)
        #expect(block.record.kindID == 2 && block.record.detailCount == 3 && block.record.first == -3)
    }

    @Test("Blocks end where runs end")
    func runs() throws {
        let cells = (0..<40).map { Self.element($0) }
        #expect(try Self.blocks(cells, cells: 40, runs: [5, 25, 40]).blocks.map(\.range.count) == [5, 16, 4, 15])
    }

    private static let heights: [(Double, Int)] = [
        (10.0, 0), (10.5, 1), (0.015625, 6), (0.00048828125, 11), (0.000244140625, 0), (0.1, 0),
    ]

    @Test("Frames count in the greatest unit that makes them whole", arguments: heights)
    func units(height: Double, shift: Int) throws {
        let block = try #require(try Self.blocks([Self.element(0, height: height)], cells: 1).blocks.first)
        #expect(block.record.shift == shift)
    }
}
