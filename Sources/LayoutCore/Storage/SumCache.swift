internal import LayoutSQLite
internal import Synchronization

/// The knowledge of a store's readers about its sum trees.
///
/// A scrolling reader asks for the same nodes at every tick. They hold for one revision of a preparation. The revision
/// is read in the same snapshot as everything else, so that nothing cached is ever of another moment. Revisions begin
/// at random, so that a preparation that is made again under the same id is another one.
final class SumCache: Sendable {
    private struct Entry {
        var preparationID: Int64
        var revision: Int
        var sums: Sums
    }

    /// Those used last come last.
    private let trees = Mutex<[Entry]>([])

    /// More than are in use at any time. There is one for each layout that is read, and one more where a reader still
    /// sees an older revision.
    private static let limit = 64

    /// Forgets what is known; those who are reading keep what they have.
    func removeAll() { trees.withLock { $0.removeAll() } }

    /// The knowledge about a preparation in a revision, shared by its readers.
    func sums(of preparationID: Int64, revision: Int) -> Sums {
        trees.withLock { trees in
            let index = trees.lastIndex { $0.preparationID == preparationID && $0.revision == revision }
            let entry =
                index.map { trees.remove(at: $0) }
                ?? Entry(preparationID: preparationID, revision: revision, sums: Sums())
            // Two of one preparation: a reader of an older snapshot must not drive out what newer ones use.
            let others = trees.indices.filter { trees[$0].preparationID == preparationID }
            if others.count > 1, let oldest = others.first { trees.remove(at: oldest) }
            if trees.count >= Self.limit { trees.removeFirst() }
            trees.append(entry)
            return entry.sums
        }
    }

    /// The knowledge about a preparation in a revision, for a caller that is about to change it: additions are private.
    func changing(_ preparationID: Int64, revision: Int) -> Sums {
        let sums = Sums()
        sums.takeOver(self.sums(of: preparationID, revision: revision))
        sums.forgetSections()
        return sums
    }

    /// Takes over a writer's knowledge of a changed preparation, once the change is committed.
    func add(_ sums: Sums, of preparationID: Int64, revision: Int) {
        self.sums(of: preparationID, revision: revision).takeOver(sums)
    }

    /// A transaction's knowledge of the sum tree that it changes; once it is committed, the store's readers know it
    /// too.
    ///
    /// Until then it is private: if the transaction is undone, another one will give its revision to other sums.
    final class Transaction {
        private let cache: SumCache?
        private var learnt: (preparationID: Int64, revision: Int, sums: Sums)?

        init(_ cache: SumCache?) { self.cache = cache }

        /// The knowledge about a preparation as the transaction sees it; it must be kept in step with writes.
        func known(of preparation: PreparationRecord) -> Sums {
            if let learnt, learnt.preparationID == preparation.id, learnt.revision == preparation.revision {
                return learnt.sums
            }
            return cache?.changing(preparation.id, revision: preparation.revision) ?? Sums()
        }

        /// Takes what is known of a preparation that was just written, under its new revision.
        func learn(_ sums: Sums, of preparation: PreparationRecord, on connection: Connection) {
            sums.forgetSections()
            let isFirst = learnt == nil
            learnt = (preparation.id, preparation.revision, sums)
            guard isFirst, cache != nil else { return }
            connection.afterCommit { [self] in
                guard let learnt else { return }
                cache?.add(learnt.sums, of: learnt.preparationID, revision: learnt.revision)
            }
        }
    }

    /// The readers' knowledge of one sum tree in one revision.
    final class Sums: Sendable {
        private struct Contents {
            /// The running sums of the children of a node, by ``key(_:_:)``. They are in parts, so that a writer
            /// copies only those that it changes of what it shares with readers.
            var runs = Array(repeating: [Int: SumTree.RunningSums](), count: Sums.partCount)
            /// The totals of all bands, with the level of the one node that holds them.
            var totals: (level: Int, sums: BandSums)?
            var sectionStarts: [Int: BandSums.Prefix] = [:]
            var sectionEnds: [Int: Double] = [:]
            var sectionElements: SectionElementRow.Presence?
            var elementKinds: PreparationRecord.ElementKinds?

            mutating func set(_ run: SumTree.RunningSums, _ key: Int) {
                runs[Sums.part(key)].keep(run, key, atMost: Sums.limit / Sums.partCount)
            }
        }

        private let contents: Mutex<Contents>

        /// An arbitrary number: some eight megabytes. It holds all nodes over the bands of some fifteen million items,
        /// half of it of half as many. A band has 64 items, and a run sixteen bands.
        private static let limit = 1 << 14

        /// A parent among the nodes of its level: of fewer than sixteen.
        private static func key(_ level: Int, _ parent: Int) -> Int { parent << 4 | level }

        /// An arbitrary number. With half as many, a writer copies twice as much for each node that it changes.
        private static let partCount = 64

        private static func part(_ key: Int) -> Int { key >> 4 & (partCount - 1) }

        init() { contents = Mutex(Contents()) }

        /// Takes over other knowledge. The runs are shared, and the parts that are written are copied.
        func takeOver(_ others: Sums) {
            let others = others.contents.withLock { $0 }
            contents.withLock { $0 = others }
        }

        /// The running sums of a node's children, loaded if they are unknown; on level 0 the children are bands.
        func run(level: Int, parent: Int, load: () throws -> SumTree.RunningSums) rethrows -> SumTree.RunningSums {
            let key = Self.key(level, parent)
            return try remembered({ $0.runs[Self.part(key)][key] }, load) { $0.set($1, key) }
        }

        func set(_ run: SumTree.RunningSums, level: Int, parent: Int) {
            contents.withLock { $0.set(run, Self.key(level, parent)) }
        }

        /// How many nodes were read, with the one that holds the totals.
        var nodeCount: Int { contents.withLock { $0.runs.reduce($0.totals == nil ? 0 : 1) { $0 + $1.count } } }

        /// The totals of all bands, from the one node of a level; loaded if they are unknown.
        func totals(level: Int, load: () throws -> BandSums) rethrows -> BandSums {
            try remembered({ $0.totals?.level == level ? $0.totals?.sums : nil }, load) { $0.totals = (level, $1) }
        }

        /// Keeps the totals of all bands, from the one node of a level.
        func set(totals: BandSums, level: Int) {
            contents.withLock { $0.totals = (level, totals) }
        }

        /// Forgets the knowledge about sections, since some may have been written.
        func forgetSections() { contents.withLock { $0 = Contents(runs: $0.runs, totals: $0.totals) } }

        func removeAll() { contents.withLock { $0 = Contents() } }

        /// The sums before a section, looked up at the first time.
        func start(ofSection index: Int, load: () throws -> BandSums.Prefix) rethrows -> BandSums.Prefix {
            try remembered({ $0.sectionStarts[index] }, load) { $0.sectionStarts.keep($1, index, atMost: Self.limit) }
        }

        /// The end of a section, looked up at the first time.
        func end(ofSection index: Int, load: () throws -> Double) rethrows -> Double {
            try remembered({ $0.sectionEnds[index] }, load) { $0.sectionEnds.keep($1, index, atMost: Self.limit) }
        }

        /// The pinned and spanning elements of sections or of the whole content, looked up at the first time.
        func sectionElements(load: () throws -> SectionElementRow.Presence) rethrows -> SectionElementRow.Presence {
            try remembered(\.sectionElements, load) { $0.sectionElements = $1 }
        }

        /// The kinds of elements beside cells, looked up at the first time.
        func elementKinds(load: () throws -> PreparationRecord.ElementKinds) rethrows -> PreparationRecord.ElementKinds
        {
            try remembered(\.elementKinds, load) { $0.elementKinds = $1 }
        }

        /// The known value; else the value is loaded, outside of the lock, and kept.
        private func remembered<Value: Sendable>(
            _ known: (Contents) -> Value?, _ load: () throws -> Value, store: (inout Contents, Value) -> Void
        ) rethrows -> Value {
            if let known = contents.withLock({ known($0) }) { return known }
            let value = try load()
            contents.withLock { store(&$0, value) }
            return value
        }
    }
}

extension Dictionary {
    /// Keeps a value; if there are too many, the others are forgotten.
    fileprivate mutating func keep(_ value: Value, _ key: Key, atMost limit: Int) {
        if count >= limit, self[key] == nil { removeAll() }
        self[key] = value
    }
}
