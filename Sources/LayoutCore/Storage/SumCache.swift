internal import Synchronization
internal import LayoutSQLite

/// The knowledge of a store's readers about its sum trees.
///
/// A scrolling reader asks for the same nodes at every tick. They hold for one revision of a preparation. The revision
/// is read in the same snapshot as everything else, so that nothing cached is ever of another moment. Revisions begin
/// at random, so that a preparation that is made again under the same id is another one.
final class SumCache: Sendable {
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
    func removeAll() { trees.withLock { $0.removeAll() } }

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

/// A transaction's knowledge of the sum tree that it changes; once it is committed, the store's readers know it too.
///
/// Until then it is private: if the transaction is undone, another one will give its revision to other sums.
final class TransactionSums {
    private let cache: SumCache?
    private var learnt: (preparationID: Int64, revision: Int, sums: CachedSums)?

    init(_ cache: SumCache?) { self.cache = cache }

    /// The knowledge about a preparation as the transaction sees it; it must be kept in step with writes.
    func known(of preparation: PreparationRecord) -> CachedSums {
        if let learnt, learnt.preparationID == preparation.id, learnt.revision == preparation.revision {
            return learnt.sums
        }
        return cache?.changing(preparation.id, revision: preparation.revision) ?? CachedSums()
    }

    /// Takes what is known of a preparation that was just written, under its new revision.
    func learn(_ sums: CachedSums, of preparation: PreparationRecord, on connection: Connection) {
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
