internal import Dispatch
internal import LayoutCache
internal import LayoutCacheTools
internal import Synchronization

/// The hits of recent searches as layouts. The rungs of a ladder are together in one store, so that a pinch leads from
/// one to another.
final class HitWalls: Sendable {
    private static let limit = 4
    private let walls = Mutex<[Wall]>([])
    private let changes: StoreChanges

    init(_ changes: StoreChanges) { self.changes = changes }

    /// The wall of a search's hits, as far as it has come. It is made when it is first asked for, and again when the
    /// layout has changed.
    ///
    /// - Parameter rungs: The ladder that the layout is on, by names.
    func wall(
        of text: String, in layout: StoredLayout, rungs: () throws -> [String], fields: ItemFields
    ) throws -> Wall {
        let wall = try walls.withLock { walls in
            if let known = walls.first(where: { $0.text == text && $0.names.contains(layout.name) }) { return known }
            let names = [layout.name] + (try rungs()).filter { $0 != layout.name }
            let made = Wall(text: text, names: names, fields: fields, changes: changes)
            walls.insert(made, at: 0)
            // A wall that is not shown any more is not searched on for.
            while walls.count > Self.limit { walls.removeLast().end() }
            return made
        }
        try wall.update(in: layout)
        return wall
    }

    /// The hits of one search, which are shown from the first ones on while the search goes on.
    final class Wall: Sendable {
        /// How far the search has come.
        struct Progress: Sendable {
            var found = 0
            /// The part of the data set that was searched, from 0 to 1.
            var fraction = 0.0
            var isComplete = false
        }

        private struct State {
            var progress = Progress()
            var store: LayoutStore?
            var count = 0
            /// The state of the layout that the search began with.
            var revision: String?
            var isSearching = false
            /// Whether the first part is there, or will not come.
            var isOpen = false
            var fault: (any Error)?
        }

        let text: String
        /// The layouts of the ladder, by names.
        let names: [String]
        private let fields: ItemFields
        private let changes: StoreChanges
        private let state = Mutex(State())
        private let isEnded = Atomic(false)
        /// Opened once there is a store.
        private let beginning = DispatchGroup()

        /// The hits that the first store shows.
        private static let firstCount = 200
        /// The time after which it shows fewer, if there are any.
        private static let firstTime = Duration.milliseconds(250)
        /// The hits that are shown: each is a row in memory. All are counted.
        static let shownLimit = 500_000

        init(text: String, names: [String], fields: ItemFields, changes: StoreChanges) {
            (self.text, self.names, self.fields, self.changes) = (text, names, fields, changes)
            beginning.enter()
        }

        var progress: Progress { state.withLock(\.progress) }

        var revision: String { state.withLock { "\($0.count)/\($0.progress.found)/\($0.progress.isComplete)" } }

        func end() { isEnded.store(true, ordering: .relaxed) }

        /// One of the layouts of the hits. Waits until there is a first part.
        func layout(_ name: String) throws -> StoredLayout {
            beginning.wait()
            let (store, fault) = state.withLock { ($0.store, $0.fault) }
            guard let store else { throw fault ?? HTTPFault(503, "the search was ended") }
            if try store.isStale(name) { try store.layout(name).prepare() }
            return store.layout(name)
        }

        /// Searches, unless the layout is as it was when the last search began, or a search goes on.
        func update(in layout: StoredLayout) throws {
            // All layouts of the ladder have the same items: the first one is searched.
            let first = layout.store.layout(names[0])
            let revision = try first.browsed().revision
            let begins = state.withLock { state in
                guard !state.isSearching, state.revision != revision else { return false }
                (state.isSearching, state.revision) = (true, revision)
                return true
            }
            guard begins else { return }
            DispatchQueue.global().async { [self] in
                var fault: (any Error)?
                do { try search(first) } catch { fault = error }
                state.withLock { ($0.isSearching, $0.fault) = (false, fault) }
                open()
            }
        }

        /// Lets the requests go on that wait for the first part.
        private func open() {
            let isFirst = state.withLock { state in
                defer { state.isOpen = true }
                return !state.isOpen
            }
            if isFirst { beginning.leave() }
            changes.ring()
        }

        private func search(_ layout: StoredLayout) throws {
            // While there is an older wall, it shows until the new one is complete.
            let isFirst = state.withLock { $0.store == nil }
            let start = ContinuousClock.now
            var rung = start
            var ids: [Int64] = []
            var (cursor, next): (SearchSlice.Cursor?, Int) = (nil, isFirst ? Self.firstCount : .max)
            repeat {
                let slice = try layout.search(
                    text, fields: fields, after: cursor, limit: 20_000, within: .milliseconds(isFirst ? 20 : 50),
                    isBrief: true)
                ids += slice.ids
                cursor = slice.next
                let isDue =
                    ids.count >= next || next == Self.firstCount && !ids.isEmpty && .now - start > Self.firstTime
                if isFirst {
                    state.withLock { state in
                        (state.progress.found, state.progress.fraction) = (ids.count, slice.fraction)
                    }
                }
                if isDue, cursor != nil {
                    if next == Self.firstCount || ids.count <= 2 * Self.shownLimit { try show(ids, of: layout) }
                    // Each hit is copied twice at most, on average.
                    next = 2 * max(ids.count, Self.firstCount)
                }
                if isFirst, .now - rung > .milliseconds(200) {
                    rung = .now
                    changes.ring()
                }
            } while cursor != nil && !isEnded.load(ordering: .relaxed)
            guard cursor == nil else { return }
            try show(ids, of: layout)
            state.withLock { $0.progress = Progress(found: ids.count, fraction: 1, isComplete: true) }
        }

        private func show(_ ids: [Int64], of layout: StoredLayout) throws {
            let wall = try layout.showing(ids: ids.prefix(Self.shownLimit), besides: Array(names.dropFirst()))
            try wall.prepare()
            state.withLock { state in
                state.store = wall.store
                state.count += 1
            }
            open()
        }
    }
}
