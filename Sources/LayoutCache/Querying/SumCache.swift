internal import Synchronization

/// Nodes of sum trees that were read lately, for all of a store's readers.
///
/// A scrolling reader asks for the same upper nodes at every tick. They hold for one revision of a
/// preparation, and the revision is read in the same snapshot as everything else, so that a cached
/// node is never of another moment.
final class SumCache: Sendable {
    private struct Tree {
        var revision: Int
        var nodes: [Int: BandSums] = [:]
    }

    /// An arbitrary number: a megabyte or two, and all upper nodes of any tree.
    private static let limit = 16384

    private let trees = Mutex<[Int64: Tree]>([:])

    func node(_ index: Int, of preparationID: Int64, revision: Int, load: () throws -> BandSums) rethrows -> BandSums {
        if let known = trees.withLock({ $0[preparationID].flatMap { $0.revision == revision ? $0.nodes[index] : nil } }) {
            return known
        }
        let sums = try load()
        trees.withLock { trees in
            // A reader of an older snapshot must not drive out what newer ones use.
            guard trees[preparationID].map({ $0.revision <= revision }) ?? true else { return }
            if trees[preparationID]?.revision != revision || trees[preparationID, default: Tree(revision: revision)].nodes.count >= Self.limit {
                trees[preparationID] = Tree(revision: revision)
            }
            trees[preparationID]?.nodes[index] = sums
        }
        return sums
    }
}
