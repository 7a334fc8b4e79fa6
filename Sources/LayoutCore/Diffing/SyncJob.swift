internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources

/// Makes a data set equal to what an import brings, by key.
///
/// The rows are first imported into a temporary database, which checks them and finds what is wrong with them. Then
/// they are compared with the data set like a snapshot, but row by row.
struct SyncJob {
    let options: ImportOptions
    let limits: BandLimits

    /// - Parameters:
    ///   - name: The name of the source in messages.
    ///   - connection: May write, and holds no transaction.
    ///   - isCancelled: Asked while statements run; true ends the import.
    ///   - load: Does the import into the connection that it is given.
    func run(
        _ name: String, on connection: Connection, _ isCancelled: (() -> Bool)? = nil,
        _ load: (ImportJob, Connection) throws -> ImportReport
    ) throws -> ImportReport {
        try options.validate(sourceName: name)
        let scratch = try Connection(path: "", mode: .create)
        defer { scratch.close() }
        try UserSchema.migrator.migrate(scratch)
        var job = ImportJob(loadingOptions)
        // A cancellation interrupts the store's connection, and not this one.
        let interruption = connection.interruptHandle
        job.interruption = interruption
        scratch.setProgressHandler(everyInstructions: 10_000) { !interruption.isCancelled && isCancelled?() != true }
        job.requiresKeys = true
        var columns = options.columns
        job.didFindColumns = { columns = $0 }
        var report = try load(job, scratch)
        let hasPayload = try scratch.first("SELECT 1 FROM item WHERE payload IS NOT NULL LIMIT 1", as: Int.self) != nil
        let forgets = ForgottenColumns(columns, hasPayload: hasPayload)
        return try ImportJob.write(options, on: connection) {
            let outcome = try StreamedSync(connection: connection, limits: limits, forgets: forgets)
                .run(options.dataset, from: scratch)
            report.itemsInserted = outcome.itemsAfter - outcome.itemsMatched
            report.itemsMatched = outcome.itemsMatched
            report.itemsDeleted = outcome.itemsBefore - outcome.itemsMatched
            report.sectionsCreated = outcome.difference.insertedSections.count
            report.sectionsDeleted = outcome.difference.deletedSections.count
            report.isDryRun = options.isDryRun
            return report
        }
    }

    /// The options for reading the rows: they are all new to the temporary database.
    private var loadingOptions: ImportOptions {
        var options = options
        options.mode = .create
        options.isDryRun = false
        return options
    }
}
