import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCacheTools
import LayoutCore
import LayoutRepair

/// Rows and definitions at the limits of what is accepted.
@Suite struct ExtremeInputTests {
    struct Case: CustomTestStringConvertible {
        var name: String
        var definition: String
        var rows: String
        /// The path of the fault of the first section's definition.
        var fault: String?

        /// A definition, the statement that changes rows, and the fault.
        init(_ extreme: DataFile.Case) {
            let parts = extreme.text.components(separatedBy: " fault: ")
            let texts = parts[0].components(separatedBy: " rows: ")
            (name, definition, fault) = (extreme.heading, texts[0], parts.dropFirst().first)
            rows = texts.dropFirst().first?.replacing("{spans}", with: ExtremeInputTests.spans) ?? ""
        }

        var testDescription: String { name }
    }

    private static let spans =
        "UPDATE item SET span = id % 3 * 512, row_span = CASE id % 2 WHEN 0 THEN 9223372036854775807 END"

    static let cases = DataFile("Extremes.txt").cases.map(Case.init)

    @Test(
        "Extreme rows and definitions are laid out, are seen alike by Swift and SQL, and leave the file whole",
        arguments: TestSettings.drawn(8, of: cases))
    func extreme(_ extreme: Case) throws {
        let test = try TestStore(limits: TestStore.tinyLimits)
        try test.fill(
            1...94, sections: 3, "section_id, position, width, height",
            "1 + (i > 47), i, 20 + (i - 1) % 47 % 7, 30 + (i - 1) % 47 % 5")
        try test.execute(extreme.rows)
        try test.define("wall", extreme.definition, 320, 200)
        let wall = test.wall
        for round in 0..<2 {
            try test.store.prepare("wall")
            #expect(try test.store.verify(deep: true).problems.isEmpty)
            let size = try wall.contentSize()
            #expect(size.width.isFinite && size.height.isFinite)
            for rect in [
                LayoutRect(x: 0, y: 0, width: 320, height: 200), LayoutRect(x: 33, y: 61, width: 80, height: 90),
                LayoutRect(x: -1e6, y: size.height - 300, width: 2e6, height: 900),
            ] {
                let found = try wall.layoutAttributesForElements(in: rect)
                #expect(
                    found.allSatisfy { $0.frame.maxX.isFinite && $0.frame.maxY.isFinite && $0.frame.overlaps(rect) })
                try test.expectVisible(in: rect, found.map(ElementRow.init), "round \(round)")
            }
            // Once more after a change.
            try test.execute("DELETE FROM item WHERE id % 4 = 1")
        }
        #expect(try test.store.sectionFaults(ofLayout: "wall").map(\.path) == (extreme.fault.map { [$0] } ?? []))
    }
}
