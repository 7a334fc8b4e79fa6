import LayoutCacheTools
import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The reported reads of a query.
@Suite struct ExplanationTests {
    @Test("Of a large tree only the nodes on the way are read")
    func largeTree() throws {
        let test = try TestStore.ofOneSection(items: 6000, height: "20").prepared()
        let wall = test.wall
        for place in [0.0, 59_000, 119_000] {
            let explanation = try wall.explanation(of: LayoutRect(x: 0, y: place, width: 320, height: 480))
            #expect(explanation.bands.allSatisfy { abs($0.frame.y - place) < 1000 } && explanation.bands.count > 1)
            let tree = try #require(explanation.steps.first { $0.name == "tree" })
            #expect(tree.readCount < 8, "\(tree)")
            // The statement that is shown reads one node.
            var nodes: [Int] = []
            try test.read { connection in
                let preparation = try connection.first("SELECT max(id) FROM lc_preparation", as: Int.self)
                try connection.forEachRow(tree.sql ?? "", preparation, 1, 16) { nodes.append($0.int(0)) }
            }
            #expect(nodes == [16])
        }
    }

    @Test("A block that the rectangle only touches is read as well", arguments: [LayoutKind.flow, .table, .canvas])
    func touchedBlocks(_ kind: LayoutKind) throws {
        var random = SeededGenerator(seed: 68)
        let test = try TestStore()
        try test.execute(RandomDataSet(for: kind).statements(sections: 4, items: 20...60, using: &random))
        try test.define("wall", RandomDefinition(kind, using: &random))
        try test.store.prepare("wall")
        let wall = test.wall
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
