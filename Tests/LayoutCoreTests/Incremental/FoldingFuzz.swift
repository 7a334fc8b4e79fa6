import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Any mix of folds, edits, redefinitions and interrupted preparations of a layout "wall", against layouts of data sets
/// without what is hidden.
struct FoldingFuzz {
    /// The changes of folds before each preparation.
    let folds: ClosedRange<Int>
    /// Draws a definition under which what is collapsed hides something.
    let definition: (inout SeededGenerator) -> RandomDefinition
    /// Draws a statement that collapses or expands something; nil if there is nothing.
    let fold: (TestStore, inout SeededGenerator) throws -> String?
    private struct Interruption: Error {}

    func run(_ test: TestStore, _ data: RandomDataSet, seed: UInt64, using random: inout SeededGenerator) throws {
        let layout = definition(&random)
        try test.define("wall", layout)
        var script = EditScript(test, data, "seed \(seed), \(layout)")
        for _ in 0..<13 {
            for _ in 0..<Int.random(in: folds, using: &random) { try change(test, &script, using: &random) }
            if Bool.random(using: &random) {
                try script.change(times: Int.random(in: 1...3, using: &random), using: &random)
            }
            try interfere(test, &script, using: &random)
            script.note("prepare")
            try test.store.prepare("wall")
            guard try expectFolded(test, "\(script)", using: &random) else { return }
        }
        _ = try expectFolded(test.reopened(), "\(script), reopened", using: &random)
    }

    private func interfere(
        _ test: TestStore, _ script: inout EditScript, using random: inout SeededGenerator
    ) throws {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let size = try test.wall.contentSize()
            let rect = LayoutRect(
                x: 0, y: Double.random(in: 0...max(1, size.height), using: &random), width: 300, height: 200)
            script.note("prepare in \(rect)")
            try test.wall.prepare(in: rect)
        case 1:
            let other = definition(&random)
            script.note("redefine \(other)")
            try test.define("wall", other)
        case 2:
            script.note("prepare in slices, until one is interrupted")
            var (ownScript, ownRandom) = (script, random)
            defer { (script, random) = (ownScript, ownRandom) }
            do {
                try test.store.prepare("wall") { _ in
                    try change(test, &ownScript, using: &ownRandom)
                    if Int.random(in: 0..<3, using: &ownRandom) == 0 { throw Interruption() }
                    if Bool.random(using: &ownRandom) { try ownScript.change(using: &ownRandom) }
                    guard ownScript.lines.count < 120 else { throw Interruption() }
                }
            } catch is Interruption {}
        default: break
        }
    }

    private func change(_ test: TestStore, _ script: inout EditScript, using random: inout SeededGenerator) throws {
        guard let sql = try fold(test, &random) else { return }
        script.note(sql)
        // A table of several columns refuses collapsed items.
        _ = try test.store.pool.write { try $0.executesUnlessRefused(sql) }
    }

    private func expectFolded(_ test: TestStore, _ context: String, using random: inout SeededGenerator) throws -> Bool
    {
        let reference = try test.reference("wall")
        let size = try test.wall.contentSize()
        #expect(size == reference.contentSize, "\(context)")
        for rect in Self.rects(of: size, using: &random) {
            let found = try test.wall.layoutAttributesForElements(in: rect).map(ElementRow.init)
            guard expectSameElements(found, reference.elements(in: rect), "\(rect), \(context)"),
                try test.expectVisible(in: rect, found, context)
            else { return false }
        }
        guard
            try expectSameElements(
                test.elements("element_frames", layout: "wall"), reference.elements, "element_frames, \(context)")
        else { return false }
        // Hidden items have no place, and the others the one at which they show.
        var paths: [Int64: ItemIndexPath] = [:]
        for element in reference.elements where element.kind == "cell" {
            if let id = element.itemID { paths[id] = element.indexPath }
        }
        let items = "SELECT i.id FROM item AS i JOIN section AS s ON s.id = i.section_id WHERE dataset_id = 1"
        for id in try test.lines(items).compactMap(Int64.init) {
            let path = try test.wall.indexPath(of: .id(id))
            // Some items have a place and no element.
            let isShown = path.map { reference.sections[$0.section].items.count > $0.item } ?? true
            #expect(path == paths[id] || paths[id] == nil && isShown, "item \(id), \(context)")
        }
        let counts = try test.lines("SELECT item_count FROM section_frames WHERE layout = 'wall' ORDER BY section")
        #expect(counts == reference.sections.map { "\($0.items.count)" }, "\(context)")
        let verification = try test.store.verify(deep: true)
        #expect(verification.isWhole, "\(verification.problems), \(context)")
        return size == reference.contentSize && counts.count == reference.sections.count && verification.isWhole
    }

    /// All of the content, and a part of it. A rectangle that is much longer than content that wraps is refused.
    private static func rects(of size: LayoutSize, using random: inout SeededGenerator) -> [LayoutRect] {
        func margin(_ length: Double) -> Double { length > 0 ? min(1000, 200 * length) : 1000 }
        let (x, y) = (margin(size.width), margin(size.height))
        return [
            LayoutRect(x: -x, y: -y, width: size.width + 2 * x, height: size.height + 2 * y),
            LayoutRect(
                x: Double(Int.random(in: 0...Int(size.width), using: &random)),
                y: Double(Int.random(in: 0...Int(size.height), using: &random)), width: min(x, 200), height: min(y, 300)
            ),
        ]
    }
}
