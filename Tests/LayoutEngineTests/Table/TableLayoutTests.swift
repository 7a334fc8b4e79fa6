import LayoutTestSupport
import Testing

import LayoutEngine

struct TableLayoutTests {
    @Test("Insets that leave no row are refused")
    func noRoom() throws {
        let kind = LayoutDefinition.Kind.table(TableDefinition(sectionInsets: LayoutInsets(50)))
        let error = #expect(throws: LayoutError.self) { try kind.plan(width: 100, height: 50) }
        #expect(
            error == LayoutError(path: "$.sectionInsets", message: "leaves no width in a container of width 100"))
    }

    @Test("Separators between sections make the first section another variant")
    func variants() throws {
        let plan = try LayoutDefinition.Kind.table(
            TableDefinition(separators: SeparatorDefinition(thickness: 4, between: .sections))
        ).plan(width: 100, height: 50)
        #expect([0, 1, 2].map(plan.variant) == [0, 1, 1])
    }

    @Test("Any cuts, chunks and restarts give the same frames", arguments: TestSettings.seedArguments(30))
    func pieces(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let definition = TableDefinition(
            axis: Bool.random(using: &random) ? .vertical : .horizontal,
            rowSpacing: random.exactLength(in: 0...4), header: LayoutSize(width: 10, height: 20),
            footer: LayoutSize(width: 5, height: 6), sectionInsets: random.insets(),
            pinHeaders: Bool.random(using: &random))
        let plan = try LayoutDefinition.Kind.table(definition).plan(width: 300, height: 300)
        let items = random.items(count: Int.random(in: 0...400, using: &random), upTo: 90)
        #expect(plan.layOutInPieces(items, using: &random) == plan.layOut(items))
    }
}
