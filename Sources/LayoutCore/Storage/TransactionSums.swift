internal import LayoutSQLite

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
