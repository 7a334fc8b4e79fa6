import LayoutEngine
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// What a query is said to read.
@Suite struct ExplanationTests {
    @Test("A block that the rectangle only touches is read as well", arguments: [LayoutKind.flow, .table, .canvas])
    func touchedBlocks(_ kind: LayoutKind) throws {
        var random = SeededGenerator(seed: 68)
        let test = try TestStore()
        try test.execute(RandomDataSet(for: kind).statements(sections: 4, items: 20...60, using: &random))
        try test.define("wall", RandomDefinition(kind, using: &random))
        try test.store.prepare("wall")
        let wall = test.store.layout("wall")
        let blocks = try wall.explanation(of: LayoutRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)).blocks
        #expect(blocks.count > 4)
        for box in blocks.map(\.frame) {
            let neighbours = [
                LayoutRect(x: box.x, y: box.y - 8, width: box.width, height: 8),
                LayoutRect(x: box.x - 8, y: box.y, width: 8, height: box.height),
                LayoutRect(x: box.maxX, y: box.y, width: 8, height: box.height),
            ]
            for rect in neighbours where rect.width > 0 && rect.height > 0 {
                #expect(try wall.explanation(of: rect).blocks.contains { $0.frame == box }, "\(box), \(rect)")
            }
        }
    }
}
