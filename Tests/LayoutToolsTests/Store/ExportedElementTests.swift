import LayoutCacheTools
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Elements as they are handed to other programs.
@Suite struct ExportedElementTests {
    @Test("An exported element is the layout's, with the key and the payload of its item")
    func contents() throws {
        let test = try TestStore.ofOneSection(
            items: 6, height: "100", definition: #"{"layout":"card","itemPitch":40,"itemSize":{"height":100}}"#)
        try test.execute(
            "UPDATE item SET payload = '{\"a\":' || id || '}' WHERE id < 6", "UPDATE section SET title = 'Red'")
        try test.store.prepare("wall")
        try test.execute("UPDATE item SET height = 21 WHERE id = 1")
        var cells: [LayoutElement.Listed] = []
        try test.wall.forEachExportedElement { cells.append($0) }
        cells.sort { $0.content.attributes.item < $1.content.attributes.item }
        #expect(cells.map(\.content.key) == (0..<6).map { "k\($0)" })
        #expect(cells.map(\.content.payload) == (1..<6).map { "{\"a\":\($0)}" } + [nil])
        #expect(cells.allSatisfy { $0.title == nil } && cells[0].content.attributes.isStale)
        let seen = try test.wall.layoutAttributesForElements(in: LayoutRect(x: -9, y: -9, width: 9999, height: 9999))
        func text(_ element: LayoutAttributes) -> String {
            "\(element.item) \(element.frame) \(element.zIndex) \(element.isStale)"
        }
        #expect(cells.map { text($0.content.attributes) } == seen.map(text).sorted())
        #expect(Set(seen.map(\.zIndex)).count > 1)
    }
}
