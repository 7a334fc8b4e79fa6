import Testing

import LayoutEngine

struct TableLayoutTests {
    @Test("Insets that leave no row are refused")
    func noRoom() throws {
        let kind = LayoutDefinition.Kind.table(TableDefinition(sectionInsets: LayoutInsets(50)))
        let error = #expect(throws: LayoutError.self) { try kind.plan(width: 100, height: 50) }
        #expect(error == LayoutError(path: "$.sectionInsets", message: "leaves no width in a container of width 100"))
    }

    @Test("Separators between sections make the first section another variant")
    func variants() throws {
        let plan = try LayoutDefinition.Kind.table(
            TableDefinition(separators: SeparatorDefinition(thickness: 4, between: .sections))
        ).plan(width: 100, height: 50)
        #expect([0, 1, 2].map(plan.variant) == [0, 1, 1])
    }
}
