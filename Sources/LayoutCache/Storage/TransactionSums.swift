internal import LayoutSQLite

/// What a transaction knows of the sum tree that it changes; once it is committed, the store's readers know it too.
///
/// Until then no one else may: if it is undone, another one will give its revision to other sums.
final class TransactionSums {
    private let cache: SumCache?
    private var learnt: (preparationID: Int64, revision: Int, sums: CachedSums)?

    init(_ cache: SumCache?) { self.cache = cache }

    /// What is known of a preparation as the transaction sees it, to be kept in step with what is written.
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
