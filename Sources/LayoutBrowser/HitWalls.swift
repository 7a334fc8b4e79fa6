internal import LayoutCache
internal import LayoutCacheTools
internal import Synchronization

/// Layouts of the hits of recent searches, by layout, text and revision.
final class HitWalls: Sendable {
    /// The hits that one holds. Further ones are left out.
    static let hitLimit = 20_000
    private static let wallLimit = 4

    private struct Wall {
        let key: [String]
        let layout: StoredLayout
    }

    private let walls = Mutex<[Wall]>([])

    /// The layout of a search's hits; made when it is first asked for, and again when the layout has changed.
    func layout(of text: String, in layout: StoredLayout, fields: ItemFields) throws -> StoredLayout {
        let key = [layout.name, text, try layout.browsed().revision]
        let known = walls.withLock { walls in walls.first { $0.key == key }?.layout }
        if let known { return known }
        var ids: [Int64] = []
        var cursor: SearchCursor?
        let end = ContinuousClock.now + .seconds(10)
        repeat {
            let slice = try layout.search(
                text, fields: fields, after: cursor, limit: Self.hitLimit, within: .milliseconds(200))
            ids += slice.hits.compactMap(\.itemID)
            cursor = slice.next
        } while cursor != nil && ids.count < Self.hitLimit && ContinuousClock.now < end
        let wall = try layout.showing(ids: ids.prefix(Self.hitLimit))
        try wall.prepare()
        walls.withLock { walls in
            walls.removeAll { $0.key == key }
            walls.insert(Wall(key: key, layout: wall), at: 0)
            if walls.count > Self.wallLimit { walls.removeLast() }
        }
        return wall
    }
}
