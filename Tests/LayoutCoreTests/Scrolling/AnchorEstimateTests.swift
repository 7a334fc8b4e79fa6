import LayoutSQLite
@testable import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// Anchors that lead into what was not laid out yet.
@Suite struct AnchorEstimateTests {
    private let directory: ScratchDirectory
    private let store: LayoutStore
    private let wall: StoredLayout

    /// 20,000 items in 100 sections: six to a line in a container of 320 points, 34 lines to a section.
    init() throws {
        directory = try ScratchDirectory()
        store = try LayoutStore(path: directory.file("store.db"))
        let items = (0..<20_000).map { SourceItem(section: "s\($0 / 200)", key: "k\($0)") }
        try store.importItems(items, options: ImportOptions(dataset: "data"))
        try store.define(
            "wall", #"{"layout":"flow","itemSize":{"width":50,"height":50},"lineSpacing":0,"itemSpacing":0}"#, 320, 640)
        wall = store.layout("wall")
    }

    @Test("An anchor into a part that is not laid out leads to an estimate, which is marked as one")
    func estimate() throws {
        try wall.prepare()
        let place = LayoutPoint(x: 0, y: 96_000)
        let anchor = try #require(try wall.anchor(at: place))
        #expect(try wall.anchoredOffset(for: anchor) == AnchoredOffset(offset: place, isEstimated: false))
        // Twelve to a line, 17 lines to a section.
        try wall.setContainer(LayoutSize(width: 640, height: 320))
        try wall.prepare(in: LayoutRect(x: 0, y: 96_000, width: 640, height: 320))
        let estimate = try wall.anchoredOffset(for: anchor)
        #expect(estimate.isEstimated)
        try wall.prepare()
        let exact = try wall.anchoredOffset(for: anchor)
        #expect(!exact.isEstimated)
        #expect(exact.offset.y == 48_000)
        #expect(abs(estimate.offset.y - exact.offset.y) < 0.1 * exact.offset.y, "\(estimate)")
    }

    @Test(
        "An estimate is found by key, by row id and by indices, from either edge", arguments: ScrollAnchor.Edge.allCases
    ) func ways(edge: ScrollAnchor.Edge) throws {
        try wall.prepare(in: LayoutRect(x: 0, y: 0, width: 320, height: 640))
        let snapshot = try wall.snapshot()
        let id = try #require(try snapshot.itemID(of: [60, 50]))
        let anchors = [
            ScrollAnchor(edge: edge, key: "k12050"), ScrollAnchor(edge: edge, itemID: id),
            ScrollAnchor(edge: edge, indexPath: [60, 50]), ScrollAnchor(edge: edge, key: "gone", indexPath: [60, 50]),
        ]
        let found = try anchors.map { try snapshot.anchoredOffset(for: $0) }
        #expect(Set(found).count == 1, "\(found)")
        #expect(!found.contains { !$0.isEstimated })
        let share = found[0].offset.y / snapshot.contentSize.height
        #expect(abs(share - 12_050.0 / 20_000) < 0.02)
        #expect(try snapshot.contentOffset(for: anchors[0]) == found[0].offset)
    }

    @Test("Places behind estimated lengths are estimates as well, and places before them are exact")
    func lengthsBefore() throws {
        try wall.prepare(in: LayoutRect(x: 0, y: 0, width: 320, height: 640))
        #expect(try !wall.anchoredOffset(for: ScrollAnchor(edge: .start, indexPath: [0, 30])).isEstimated)
        let far = ScrollAnchor(edge: .start, indexPath: [60, 50])
        let offset = try wall.contentOffset(for: far, preparing: .visible)
        #expect(offset.y > 0)
        #expect(try wall.anchoredOffset(for: far).isEstimated)
        // The beginning is a plain zero.
        for isAtLimit in [true, false] {
            let beginning = ScrollAnchor(edge: .start, isAtLimit: isAtLimit, indexPath: [0, 0])
            #expect(try wall.contentOffset(for: beginning).y.sign == .plus)
        }
    }
}
