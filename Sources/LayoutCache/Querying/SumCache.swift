internal import Synchronization

/// Nodes of sum trees that were read lately, for all of a store's readers.
///
/// A scrolling reader asks for the same upper nodes at every tick. They hold for one revision of a
/// preparation, and the revision is read in the same snapshot as everything else, so that a cached
/// node is never of another moment.
final class SumCache: Sendable {
    fileprivate struct Tree {
        var revision: Int
        var nodes: [Int: BandSums] = [:]
    }

    /// Upper nodes are kept, this many at the most: they are what all descents share, and once they
    /// are known the cache does not change any more. An arbitrary number: some hundred kilobytes.
    static let limit = 4096

    private let trees = Mutex<[Int64: Tree]>([:])

    fileprivate func nodes(of preparationID: Int64, revision: Int) -> [Int: BandSums] {
        trees.withLock { trees in
            trees[preparationID].flatMap { $0.revision == revision ? $0.nodes : nil } ?? [:]
        }
    }

    fileprivate func add(_ nodes: [Int: BandSums], to preparationID: Int64, revision: Int) {
        trees.withLock { trees in
            var tree = trees.removeValue(forKey: preparationID) ?? Tree(revision: revision)
            // A reader of an older snapshot must not drive out what newer ones use.
            if tree.revision < revision { tree = Tree(revision: revision) }
            if tree.revision == revision { tree.nodes.merge(nodes) { _, new in new } }
            trees[preparationID] = tree
        }
    }
}

/// The nodes of one sum tree as one reader sees them: those known to the cache, taken over at once, and
/// those that it reads itself, handed over at its end.
final class SumReader {
    private let cache: SumCache?
    private let preparationID: Int64
    private let revision: Int
    private var known: [Int: BandSums]
    /// Only nodes whose index is a multiple of this are worth keeping.
    private let granularity: Int
    private var fresh: [Int: BandSums] = [:]

    init(_ cache: SumCache?, preparationID: Int64, revision: Int, slotCount: Int) {
        self.cache = cache
        self.preparationID = preparationID
        self.revision = revision
        var granularity = 1
        while slotCount / granularity > SumCache.limit { granularity *= 2 }
        self.granularity = granularity
        known = cache?.nodes(of: preparationID, revision: revision) ?? [:]
    }

    func node(_ index: Int, load: () throws -> BandSums) rethrows -> BandSums {
        if let sums = known[index] ?? fresh[index] { return sums }
        let sums = try load()
        if index & (granularity - 1) == 0 { fresh[index] = sums }
        return sums
    }

    deinit {
        guard !fresh.isEmpty else { return }
        // Let go of the shared nodes first, so that adding to them need not copy them.
        known = [:]
        cache?.add(fresh, to: preparationID, revision: revision)
    }
}
