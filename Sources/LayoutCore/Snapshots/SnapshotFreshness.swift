internal import LayoutSQLite
internal import LayoutSchema

/// The relation of a snapshot to its data set: enough to decide whether two snapshots have the same sections and items.
package struct SnapshotFreshness: Sendable, Equatable {
    /// Counts the changes of the data set.
    package private(set) var dataRevision: Int64 = 0
    /// The preparation that the snapshot shows, and the number of changes made to it.
    package private(set) var preparationID: Int64?
    var preparationRevision = 0
    /// Whether the layout's counts are the data set's.
    package private(set) var isCounted = false
    /// Whether the layout hides items of collapsed sections.
    var hasFolds = false
    /// Whether every element is laid out and up to date.
    var isComplete = false

    init() {}

    init(_ layout: LayoutReader) throws {
        let connection = layout.connection
        dataRevision = try DatasetRecord.revision(of: layout.record.datasetID, in: connection)
        guard let preparation = layout.preparation else { return }
        preparationID = preparation.id
        preparationRevision = preparation.revision
        hasFolds = try layout.bands.hasHidden
        let freshness = layout.freshness
        isComplete = !freshness.isStale
        isCounted =
            try isComplete
            || !freshness.isOutdated && !freshness.hasChanges
                && layout.bands.nextMiscounted() == nil
    }
}
