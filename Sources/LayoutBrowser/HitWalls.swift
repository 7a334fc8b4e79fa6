internal import LayoutCache
internal import LayoutCacheTools
internal import Synchronization

/// Layouts of the hits of recent searches. The rungs of a ladder are together in one store, so that a pinch leads from
/// one to another.
final class HitWalls: Sendable {
    /// The hits that one holds. Further ones are left out.
    static let hitLimit = 20_000
    private static let wallLimit = 4

    private struct Wall {
        let text: String
        /// The state of each layout that was copied, by its name.
        let revisions: [String: String]
        let store: LayoutStore
    }

    private let walls = Mutex<[Wall]>([])

    /// The layout of a search's hits; made when it is first asked for, and again when the layout has changed.
    ///
    /// - Parameter rungs: The ladder that the layout is on, by names.
    func layout(
        of text: String, in layout: StoredLayout, rungs: () throws -> [String], fields: ItemFields
    ) throws -> StoredLayout {
        let revision = try layout.browsed().revision
        let known = walls.withLock { walls in
            walls.first { $0.text == text && $0.revisions[layout.name] == revision }?.store.layout(layout.name)
        }
        if let known {
            if try known.store.isStale(known.name) { try known.prepare() }
            return known
        }
        var ids: [Int64] = []
        var cursor: SearchCursor?
        let end = ContinuousClock.now + .seconds(10)
        repeat {
            let slice = try layout.search(
                text, fields: fields, after: cursor, limit: Self.hitLimit, within: .milliseconds(200))
            ids += slice.hits.compactMap(\.itemID)
            cursor = slice.next
        } while cursor != nil && ids.count < Self.hitLimit && ContinuousClock.now < end
        let rungs = try rungs()
        let wall = try layout.showing(ids: ids.prefix(Self.hitLimit), besides: rungs)
        try wall.prepare()
        let revisions = try rungs.map { ($0, try layout.store.layout($0).browsed().revision) }
        let made = Wall(
            text: text, revisions: Dictionary([(layout.name, revision)] + revisions) { first, _ in first },
            store: wall.store)
        walls.withLock { walls in
            walls.removeAll { $0.text == text && $0.revisions[layout.name] != nil }
            walls.insert(made, at: 0)
            if walls.count > Self.wallLimit { walls.removeLast() }
        }
        return wall
    }
}
