import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Sheets with frozen rows and columns, against the rule applied to each cell.
@Suite struct FrozenSheetTests {
    @Test("The visible cells of sheets with frozen rows and columns follow the rule")
    func frozenIsBruteForce() throws {
        try TestSettings.forEachSeed(rounds: 24) { seed in
            var random = SeededGenerator(seed: seed &* 11 &+ 1)
            let columns = Int.random(in: 1...9, using: &random)
            let layout = definition(columns: columns, &random)
            let test = try TestStore(limits: seed % 2 == 0 ? TestStore.tinyLimits : BandLimits())
            try test.execute(
                RandomDataSet().statements(
                    sections: Int.random(in: 1...4, using: &random), items: 0...120, using: &random))
            try test.define("wall", layout)
            try test.store.prepare("wall")
            let reference = try test.reference("wall")
            for _ in 0..<10 {
                let rect = rect(reference, &random)
                let expected = shown(reference, area: try area(layout, reference), columns: columns, in: rect)
                let context = "\(rect), seed \(seed), \(layout)"
                let found = try test.store.layout("wall").layoutAttributesForElements(in: rect)
                guard expectSameElements(found.map(ElementRow.init), expected, "the call, \(context)") else { return }
                try test.execute(
                    "UPDATE viewport SET x = \(rect.x), y = \(rect.y), width = \(rect.width), height = \(rect.height)")
                let rows = try test.elements("visible", layout: "wall")
                guard expectSameElements(rows, expected, "the view, \(context)") else { return }
                let eye = self.rect(reference, &random)
                let moved = shown(
                    reference, area: try area(layout, reference), columns: columns, in: rect, visible: eye)
                let around = try test.store.layout("wall").layoutAttributesForElements(in: rect, visible: eye)
                guard expectSameElements(around.map(ElementRow.init), moved, "eye \(eye), \(context)") else { return }
            }
        }
    }

    @Test("A frozen row or column may be as thin as a hairline", arguments: [(1, 0), (0, 1)])
    func hairline(rows: Int, columns: Int) throws {
        let test = try TestStore.ofOneSection(
            items: 400,
            definition: #"""
                {"layout":"spreadsheet","columns":10,"frozenRows":\#(rows),"frozenColumns":\#(columns),
                 "rowHeights":[0.5],"columnWidths":[0.5]}
                """#,
            container: LayoutSize(width: 320, height: 320))
        try test.store.prepare("wall")
        let found = try test.store.layout("wall").layoutAttributesForElements(
            in: LayoutRect(x: 200, y: 600, width: 320, height: 320))
        let thin = found.filter { $0.frame.height == 0.5 || $0.frame.width == 0.5 }.map(\.frame)
        #expect(!thin.isEmpty)
        #expect(thin.allSatisfy { rows == 1 ? $0.y == 600 : $0.x == 200 })
    }

    private func definition(columns: Int, _ random: inout SeededGenerator) -> RandomDefinition {
        func lengths(_ most: Int, _ random: inout SeededGenerator) -> String {
            let count = Int.random(in: 0...most, using: &random)
            return "[" + (0..<count).map { _ in "\(random.exactLength(in: 10...90))" }.joined(separator: ",") + "]"
        }
        var members = [
            "\"layout\":\"spreadsheet\"", "\"columns\":\(columns)", "\"columnWidths\":\(lengths(columns, &random))",
            "\"rowHeights\":\(lengths(6, &random))", "\"frozenRows\":\(Int.random(in: 0...12, using: &random) % 9)",
            "\"frozenColumns\":\(Int.random(in: 0...min(columns, 3), using: &random))",
        ]
        for key in ["columnSpacing", "rowSpacing", "sectionSpacing"] where Bool.random(using: &random) {
            members.append("\"\(key)\":\(random.exactLength(in: 0...9))")
        }
        if Int.random(in: 0..<4, using: &random) == 0 { members.append("\"wraps\":true") }
        return RandomDefinition(
            json: "{" + members.joined(separator: ",") + "}", container: LayoutSize(width: 320, height: 320))
    }

    private func rect(_ reference: ReferenceLayout, _ random: inout SeededGenerator) -> LayoutRect {
        let size = reference.contentSize
        let reach = reference.wraps ? 2 * size.height : 60
        return LayoutRect(
            x: random.exactLength(in: -60...size.width + 30), y: random.exactLength(in: -reach...size.height + reach),
            width: random.exactLength(in: 0...400), height: random.exactLength(in: 0...400))
    }

    private func area(_ layout: RandomDefinition, _ reference: ReferenceLayout) throws -> FrozenArea {
        guard let sheet = try layout.definition.kind.definition(as: SpreadsheetDefinition.self) else {
            return FrozenArea()
        }
        return FrozenArea(
            rows: sheet.frozenRows, columns: sheet.frozenColumns, width: reference.plan.traits.frozenCrossLength,
            height: reference.plan.traits.frozenLength)
    }

    private func shown(
        _ reference: ReferenceLayout, area: FrozenArea, columns: Int, in rect: LayoutRect, visible: LayoutRect? = nil
    ) -> [ElementRow] {
        let lapLength = reference.contentLength + reference.plan.traits.wrapSpacing
        var found: [ElementRow] = []
        let isEndless = reference.wraps && lapLength > 0
        let laps = isEndless ? Int(rect.y / lapLength) - 2...Int(rect.maxY / lapLength) + 2 : 0...0
        for lap in laps {
            let shift = isEndless ? Double(lap) * lapLength : 0
            for var row in reference.elements {
                let extent = reference.extents[row.section ?? 0]
                let sheet = LayoutRect(
                    x: 0, y: extent.start, width: reference.crossLength, height: extent.end - extent.start)
                row.frame = area.frame(
                    of: row.frame, row: row.item / columns, column: row.item % columns, sheet: sheet,
                    visible: (visible ?? rect).offsetBy(x: 0, y: -shift)
                ).offsetBy(x: 0, y: shift)
                row.lap = lap
                if row.frame.overlaps(rect) { found.append(row) }
            }
        }
        return found
    }
}
