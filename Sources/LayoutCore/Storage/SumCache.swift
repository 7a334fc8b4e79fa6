internal import Synchronization

/// The knowledge of a store's readers about its sum trees.
///
/// A scrolling reader asks for the same nodes at every tick. They hold for one revision of a preparation. The revision
/// is read in the same snapshot as everything else, so that nothing cached is ever of another moment. Revisions begin
/// at random, so that a preparation that is made again under the same id is another one.
package final class SumCache: Sendable {
    private struct Tree {
        var preparationID: Int64
        var revision: Int
        var sums: CachedSums
    }

    /// Those used last come last.
    private let trees = Mutex<[Tree]>([])

    /// More than are in use at any time. There is one for each layout that is read, and one more where a reader still
    /// sees an older revision.
    private static let limit = 64

    /// Forgets what is known; those who are reading keep what they have.
    func removeAll() {
        trees.withLock { $0.removeAll() }
    }

    /// The knowledge about a preparation in a revision, shared by its readers.
    func sums(of preparationID: Int64, revision: Int) -> CachedSums {
        trees.withLock { trees in
            if let index = trees.lastIndex(where: { $0.preparationID == preparationID && $0.revision == revision }) {
                let known = trees.remove(at: index)
                trees.append(known)
                return known.sums
            }
            // Two of one preparation: a reader of an older snapshot must not drive out what newer ones use.
            let others = trees.indices.filter { trees[$0].preparationID == preparationID }
            if others.count > 1, let oldest = others.first { trees.remove(at: oldest) }
            if trees.count >= Self.limit { trees.removeFirst() }
            let sums = CachedSums()
            trees.append(Tree(preparationID: preparationID, revision: revision, sums: sums))
            return sums
        }
    }

    /// The knowledge about a preparation in a revision, for a caller that is about to change it: additions are private.
    func changing(_ preparationID: Int64, revision: Int) -> CachedSums {
        let known = trees.withLock { trees in
            trees.last { $0.preparationID == preparationID && $0.revision == revision }?.sums
        }
        return CachedSums(changing: known)
    }

    /// Takes over a writer's knowledge of a changed preparation, once the change is committed.
    func add(_ sums: CachedSums, of preparationID: Int64, revision: Int) {
        self.sums(of: preparationID, revision: revision).takeOver(sums)
    }
}
