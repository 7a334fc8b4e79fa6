import LayoutStoreTestSupport
import LayoutEngine
import Testing
import LayoutCore

/// The elements that become visible in a table of rows that are 300 points wide and 20 high.
@Suite struct AheadTests {
    /// Rows 5 and 6.
    private static let shown = LayoutRect(x: 0, y: 100, width: 300, height: 40)

    private func ahead(
        _ wall: StoredLayout, of rect: LayoutRect = shown, _ x: Double, _ y: Double, screens: Double = 1
    ) throws -> [[Int]] {
        let found = try wall.elements(aheadOf: rect, velocity: LayoutPoint(x: x, y: y), screens: screens)
        return [found.entering.map(\.indexPath.item), found.toCancel.map(\.indexPath.item)]
    }

    @Test("At points per second, the delay of an item is the seconds until it is reached")
    func delays() throws {
        let test = try TestStore.ofTable().prepared()
        let wall = test.wall
        func delays(_ x: Double, _ y: Double, screens: Double = 1) throws -> [[Double?]] {
            let found = try wall.elements(aheadOf: Self.shown, velocity: LayoutPoint(x: x, y: y), screens: screens)
            return [found.entering.map(\.delay), found.toCancel.map(\.delay)]
        }
        // The row below is reached at once, and the next one after 20 points.
        #expect(try delays(0, 40) == [[0, 0.5], [nil, nil]])
        #expect(try delays(0, -10) == [[0, 2], [nil, nil]])
        #expect(try delays(0, 20, screens: 1.5) == [[0, 1, 2], [nil, nil, nil]])
        #expect(try delays(0, 0) == [[nil, nil, nil, nil], []])
    }

    @Test("Of no rectangle and of no screen, nothing comes")
    func nothing() throws {
        let test = try TestStore.ofTable().prepared()
        let wall = test.wall
        for screens in [0, -1, Double.infinity, .nan] { #expect(try ahead(wall, 0, 1, screens: screens) == [[], []]) }
        #expect(try ahead(wall, of: LayoutRect(x: 0, y: 100, width: 0, height: 40), 0, 1) == [[], []])
        #expect(try ahead(wall, of: LayoutRect(x: 0, y: 100, width: 300, height: 0), 0, 1) == [[], []])
    }
}
