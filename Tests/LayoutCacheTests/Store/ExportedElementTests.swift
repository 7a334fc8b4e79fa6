import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Elements as they are handed to other programs.
@Suite struct ExportedElementTests {
    @Test("An exported element has the key, the payload and the freshness of its item")
    func contents() throws {
        let test = try TestStore.ofTable(items: 20)
        try test.execute(
            "UPDATE item SET payload = '{\"a\":' || id || '}' WHERE id < 20",
            "UPDATE section SET title = 'Red', header_height = 9")
        try test.store.prepare("wall")
        try test.execute("UPDATE item SET height = 21 WHERE id = 1")
        var cells: [ExportedElement] = []
        try test.store.layout("wall").forEachExportedElement { if $0.kind == "cell" { cells.append($0) } }
        cells.sort { $0.item < $1.item }
        #expect(cells.map(\.key) == (0..<20).map { "k\($0)" })
        #expect(cells.map(\.payload) == (1..<20).map { "{\"a\":\($0)}" } + [nil])
        #expect(cells[0].isStale && !cells[19].isStale)
        #expect(cells.allSatisfy { $0.section == 0 && $0.title == nil && $0.elementKind == nil })
    }
}
