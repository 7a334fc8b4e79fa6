public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension LayoutStore {
    /// Defines a layout of a data set in a container, or replaces its definition.
    ///
    /// Invalid definitions are rejected. Until the layout is prepared, readers get the previous one.
    ///
    /// A container that no frame depends on, such as another height of a list, is adopted at once: nothing
    /// becomes stale.
    ///
    /// - Parameters:
    ///   - name: The layout's name.
    ///   - dataset: The name of the data set that it lays out.
    ///   - definition: The kind of layout with its parameters.
    ///   - container: The size of the view, in points.
    ///   - measure: The measure whose sizes the layout uses; nil for the items' own.
    /// - Throws: ``LayoutError`` `invalidDefinition` with the JSON path of the fault; `notFound` for a data set that is
    ///   not there; `invalidArgument` for an empty name.
    /// - Complexity: O(size of the definition).
    public func defineLayout(
        _ name: String, dataset: String, definition: LayoutDefinition, container: LayoutSize, measure: String? = nil
    ) throws {
        guard !name.isEmpty else { throw LayoutError(.invalidArgument, "a layout needs a name") }
        guard measure != "" else { throw LayoutError(.invalidArgument, "a measure needs a name") }
        _ = try definition.makePlan(in: container)
        try pool.write { connection in
            try LayoutRecord.define(
                name, datasetID: DatasetRecord.id(of: dataset, in: connection), definition: definition.json,
                containerWidth: container.width, containerHeight: container.height, measure: measure, in: connection)
            try Preparer(connection, layout: name, limits: limits).adoptContainerIfIndifferent()
        }
    }

    /// Removes a layout; its derived rows go with the next preparation.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    public func removeLayout(_ name: String) throws {
        try pool.write { connection in
            try connection.run("DELETE FROM layout WHERE name = ?1", name)
            guard connection.changes > 0 else {
                throw LayoutError.noLayout(name, known: try connection.layoutNames())
            }
        }
    }

    /// All layouts, by name.
    ///
    /// ``status()`` has what is prepared of them.
    ///
    /// - Complexity: O(layouts).
    public func layouts() throws -> [StoredLayout] {
        try pool.read { try $0.layoutNames() }.map(layout)
    }

    /// Lays out what is stale in a layout, and stores it.
    ///
    /// It goes in slices of some milliseconds, each a transaction after which the store is consistent. Other writers
    /// have their turn between two of them, and after a kill at any point the next call continues. Outdated parts are
    /// marked. A layout whose definition or container changed is laid out beside the former one, which readers keep
    /// until the new one is whole. Memory does not grow with the data set.
    ///
    /// - Parameters:
    ///   - name: The layout's name.
    ///   - progress: Called after each slice; throw from it to stop there.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there, `cancelled` if the
    ///   surrounding task was cancelled; `invalidDefinition` if the definition that is stored cannot work; what
    ///   `progress` throws.
    /// - Complexity: O(items of the bands that are stale), each band with O(log bands).
    @discardableResult
    public func prepare(
        _ name: String, progress: ((PreparationProgress) throws -> Void)? = nil
    ) throws -> PreparationReport {
        if Task.isCancelled { throw LayoutError.cancelled }
        var job = PreparationJob(layout: name, limits: limits, cache: sumCache)
        try pool.writeInSlices {
            try job.step(.everything(from: focus.offset(of: name)), on: $0, otherWriting: pool.otherWriting)
        } afterEach: {
            try progress?(job.progress)
        }
        if job.hasLeftovers { try removeLeftovers() }
        return job.report
    }

    /// Lays out what is stale in a layout, on another thread.
    ///
    /// - Throws: The errors of ``prepare(_:progress:)``.
    /// - Complexity: As ``prepare(_:progress:)``.
    @discardableResult
    public func prepare(_ name: String) async throws -> PreparationReport {
        var preparation = BackgroundPreparation(layout(name))
        _ = try await preparation.goOn()
        return preparation.report
    }

    /// The result of a layout in ``prepareAll(progress:)``.
    public struct PreparationResult: Sendable {
        /// The layout’s name.
        public var layout: String
        /// The report, or the reason why it cannot be laid out.
        public var result: Result<PreparationReport, LayoutError>
    }

    /// Lays out what is stale in all layouts, in alphabetical order.
    ///
    /// A layout that cannot be laid out does not stop the remaining ones: its error is in its result.
    ///
    /// - Throws: Errors of the store as a whole, such as a full disk, and any error that `progress` throws.
    /// - Complexity: As ``prepare(_:progress:)``, of all layouts.
    public func prepareAll(
        progress: ((PreparationProgress) throws -> Void)? = nil
    ) throws -> [PreparationResult] {
        var results: [PreparationResult] = []
        try bringFollowersUpToDate()
        for name in try layouts().map(\.name) {
            do {
                results.append(PreparationResult(layout: name, result: .success(try prepare(name, progress: progress))))
            } catch let error as LayoutError where error.code == .invalidDefinition {
                results.append(PreparationResult(layout: name, result: .failure(error)))
            }
            pool.yieldToOtherWriters()
        }
        try removeLeftovers()
        return results
    }

    /// Lays out what a rectangle shows, in one short transaction, and nothing else.
    func prepare(
        _ name: String, _ scope: PreparationExtent, lookBackLimit: Int = Preparer.lookBackLimit,
        waitingAtMost patience: Duration? = nil
    ) throws -> PreparationReport {
        var job = PreparationJob(layout: name, limits: limits, cache: sumCache, lookBackLimit: lookBackLimit)
        try pool.writeInSlices(waitingAtMost: patience) {
            try job.step(scope, on: $0, otherWriting: pool.otherWriting)
        }
        return job.report
    }

    /// Lays out what a rectangle shows, in one short transaction on another thread.
    func prepare(
        _ name: String, _ scope: PreparationExtent, waitingAtMost patience: Duration? = nil
    ) async throws -> PreparationReport {
        var preparation = BackgroundPreparation(layout(name), of: scope)
        _ = try await preparation.goOn(waitingAtMost: patience)
        return preparation.report
    }

    /// Lays out what a reader needs, unless a writer is at work for long: then a prepared layout is shown unchanged.
    ///
    /// - Returns: Whether it is laid out.
    /// - Throws: ``LayoutError`` `busy` for a layout without a preparation.
    func prepareBriefly(_ name: String, _ scope: PreparationExtent, lookBackLimit: Int) throws -> Bool {
        do {
            _ = try prepare(name, scope, lookBackLimit: lookBackLimit, waitingAtMost: readingPatience)
            return true
        } catch let error as LayoutError where error.code == .busy {
            guard try pool.read({ try Freshness(name, in: $0).preparationID != nil }) else { throw error }
            noteBehind()
            return false
        }
    }

    /// Lays out what a reader needs, on another thread, unless a writer is at work for long.
    func prepareBriefly(_ name: String, _ scope: PreparationExtent) async throws {
        do {
            _ = try await prepare(name, scope, waitingAtMost: readingPatience)
        } catch let error as LayoutError where error.code == .busy {
            noteBehind()
        }
    }

    /// The longest wait of a reader for writers.
    private var readingPatience: Duration { min(Self.readingPatience, pool.configuration.busyTimeout) }

    /// Removes what layouts left behind that were removed or redefined, a slice to a transaction. Preparing does it as
    /// well. O(elements that are removed).
    package func removeLeftovers() throws {
        guard try pool.read({ try BandRemoval.hasSuperseded(in: $0) }) else { return }
        pool.yieldToOtherWriters()
        try pool.writeInSlices { try Self.removeSlice($0, limits, pool) }
    }

    /// Removes them on another thread.
    func removeLeftovers() async throws {
        guard try await pool.read({ try BandRemoval.hasSuperseded(in: $0) }) else { return }
        try await pool.yieldToOtherWriters()
        var removed: Void = ()
        try await pool.writeInSlices(&removed) { [limits, pool] in try Self.removeSlice($1, limits, pool) }
    }

    private static func removeSlice(
        _ connection: Connection, _ limits: BandLimits, _ pool: ConnectionPool
    ) throws -> Bool {
        let budget = SliceBudget(limits, otherWriting: pool.otherWriting)
        return try BandRemoval.removeSlice(connection) { !budget.isSpent(elements: $0) }
    }

    /// Whether preparing would change anything: something is stale, or was never laid out.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(log bands).
    package func isStale(_ name: String) throws -> Bool {
        try pool.read { try Freshness(name, in: $0).isStale }
    }
}
