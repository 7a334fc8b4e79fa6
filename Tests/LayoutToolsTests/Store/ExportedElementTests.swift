import LayoutCacheTools
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Elements as they are handed to other programs.
@Suite struct ExportedElementTests {
    @Test("An exported element is before or behind other ones like the same element of the layout")
    func depths() throws {
        let test = try TestStore.ofOneSection(
            items: 6, height: "100", definition: #"{"layout":"card","itemPitch":40,"itemSize":{"height":100}}"#
        ).prepared()
        let wall = test.wall
        var exported: [Int: Int] = [:]
        try wall.forEachExportedElement { exported[$0.item] = $0.zIndex }
        let seen = try wall.layoutAttributesForElements(in: LayoutRect(x: -9, y: -9, width: 9999, height: 9999))
        #expect(exported == Dictionary(uniqueKeysWithValues: seen.map { ($0.item, $0.zIndex) }))
        #expect(Set(exported.values).count > 1)
    }

    @Test("An exported element has the key, the payload and the freshness of its item")
    func contents() throws {
        let test = try TestStore.ofTable(items: 20)
        try test.execute(
            "UPDATE item SET payload = '{\"a\":' || id || '}' WHERE id < 20",
            "UPDATE section SET title = 'Red', header_height = 9")
        try test.store.prepare("wall")
        try test.execute("UPDATE item SET height = 21 WHERE id = 1")
        var cells: [ExportedElement] = []
        try test.wall.forEachExportedElement { if $0.kind == "cell" { cells.append($0) } }
        cells.sort { $0.item < $1.item }
        #expect(cells.map(\.key) == (0..<20).map { "k\($0)" })
        #expect(cells.map(\.payload) == (1..<20).map { "{\"a\":\($0)}" } + [nil])
        #expect(cells.map(\.item) == Array(0..<20))
        #expect(try cells.map(\.frame) == (0..<20).compactMap { try test.cell([0, $0])?.frame })
        #expect(cells[0].isStale && !cells[19].isStale)
        #expect(cells.allSatisfy { $0.section == 0 && $0.title == nil && $0.elementKind == nil })
    }
}
