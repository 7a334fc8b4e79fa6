public import LayoutEngine
internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
internal import Synchronization

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
    ) throws { try pool.write(defining(name, dataset, definition, container, measure)) }

    /// Defines a layout of a data set in a container, or replaces its definition, on another thread.
    public func defineLayout(
        _ name: String, dataset: String, definition: LayoutDefinition, container: LayoutSize, measure: String? = nil
    ) async throws { try await pool.write(defining(name, dataset, definition, container, measure)) }

    private func defining(
        _ name: String, _ dataset: String, _ definition: LayoutDefinition, _ container: LayoutSize, _ measure: String?
    ) throws -> @Sendable (Connection) throws -> Void {
        guard !name.isEmpty else { throw LayoutError(.invalidArgument, "a layout needs a name") }
        guard measure != "" else { throw LayoutError(.invalidArgument, "a measure needs a name") }
        _ = try definition.makePlan(in: container)
        return { [limits] connection in
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
        try pool.write { try Self.removeLayout(name, from: $0) }
    }

    /// Removes a layout, on another thread.
    public func removeLayout(_ name: String) async throws {
        try await pool.write { try Self.removeLayout(name, from: $0) }
    }

    private static func removeLayout(_ name: String, from connection: Connection) throws {
        try connection.run("DELETE FROM layout WHERE name = ?1", name)
        guard connection.changes > 0 else {
            throw LayoutError.missing("layout", name, known: try connection.layoutNames())
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

    /// Lays out what is stale in a layout, and stores it: see ``StoredLayout/prepare(progress:)``.
    ///
    /// - Parameters:
    ///   - scope: The part; nil for everything, from the last viewed place on, and the removal of superseded rows.
    ///   - isBrief: Whether it has the time of a frame: see ``StoredLayout/read(_:viewing:isBrief:_:)``.
    ///   - timeout: How long each slice waits for its turn; nil as the store is configured.
    @discardableResult
    package func prepare(
        _ name: String, _ scope: PreparationExtent? = nil, isBrief: Bool = false,
        waitingAtMost timeout: Duration? = nil, progress: (LayoutProgress) throws -> Void = { _ in }
    ) throws -> PreparationReport {
        // A reader gets its answer all the same.
        if scope == nil, Task.isCancelled { throw LayoutError.cancelled }
        var job = PreparationJob(layout: name, limits: isBrief ? limits.ofFrame : limits, cache: sumCache)
        try pool.writeInSlices(waitingAtMost: timeout) {
            try job.step(
                scope ?? .everything(from: focus.withLock { $0[name] }), on: $0, shouldYield: pool.shouldYield)
        } afterEach: {
            if job.filledShare == 0 {
                try pool.writeWithoutTransaction(waitingAtMost: timeout) { try FollowerJournal($0).sortAhead() }
            }
            try progress(job.progress)
        }
        if scope == nil, job.outcome.hasLeftovers { try removeLeftovers() }
        return job.report
    }

    /// Lays out what is stale in a layout, or in a part of it, on another thread.
    @discardableResult
    func prepare(
        _ name: String, _ scope: PreparationExtent? = nil, waitingAtMost timeout: Duration? = nil,
        progress: @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> PreparationReport {
        var preparation = BackgroundPreparation(layout(name), of: scope)
        var isDone = false
        while !isDone {
            isDone = try await preparation.goOn(for: .zero, waitingAtMost: timeout)
            try progress(preparation.job.progress)
        }
        return preparation.job.report
    }

    /// The result of a layout in ``prepareAll(progress:)``.
    public struct PreparationResult: Sendable, Hashable {
        /// The layout’s name.
        public var name: String
        /// The report, or the reason why it cannot be laid out.
        public var result: Result<PreparationReport, LayoutError>
    }

    /// Lays out what is stale in all layouts, in alphabetical order.
    ///
    /// A layout that cannot be laid out does not stop the remaining ones: its error is in its result.
    ///
    /// - Parameter progress: Called after each slice; an error that it throws ends the preparation there.
    /// - Throws: Errors of the store as a whole, such as a full disk, and any error that `progress` throws.
    /// - Complexity: As ``StoredLayout/prepare(progress:)``, of all layouts.
    @discardableResult
    public func prepareAll(progress: (LayoutProgress) throws -> Void = { _ in }) throws -> [PreparationResult] {
        var results: [PreparationResult] = []
        try bringFollowersUpToDate(progress: progress)
        for name in try layouts().map(\.name) {
            do {
                results.append(PreparationResult(name: name, result: .success(try prepare(name, progress: progress))))
            } catch let error as LayoutError where error.code == .invalidDefinition {
                results.append(PreparationResult(name: name, result: .failure(error)))
            }
            pool.yieldToOtherWriters()
        }
        try removeLeftovers()
        return results
    }

    /// Lays out what is stale in all layouts, on another thread.
    ///
    /// - Throws: The errors of the blocking form; ``LayoutError`` `cancelled`.
    @discardableResult
    public func prepareAll(
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> [PreparationResult] {
        try await BlockingWork.run(reporting: progress) { try self.prepareAll(progress: $0) }
    }

    /// Lays out what a reader needs, unless a writer is at work for long: then a prepared layout is shown unchanged.
    ///
    /// - Returns: Whether it is laid out.
    /// - Throws: ``LayoutError`` `busy` for a layout without a preparation.
    func prepareBriefly(_ name: String, _ scope: PreparationExtent, isBrief: Bool) throws -> Bool {
        do {
            try prepare(name, scope, isBrief: isBrief, waitingAtMost: readingTimeout)
            return true
        } catch let error as LayoutError where error.code == .busy {
            guard try pool.read({ try Freshness(name, in: $0).preparationID != nil }) else { throw error }
            behind.store(true, ordering: .relaxed)
            return false
        }
    }

    /// Lays out what a reader needs, on another thread, unless a writer is at work for long.
    func prepareBriefly(_ name: String, _ scope: PreparationExtent) async throws {
        do {
            try await prepare(name, scope, waitingAtMost: readingTimeout)
        } catch let error as LayoutError where error.code == .busy {
            behind.store(true, ordering: .relaxed)
        }
    }

    /// The longest wait of a reader for writers.
    private var readingTimeout: Duration { min(Self.readingTimeout, pool.configuration.busyTimeout) }

    /// Removes what layouts left behind that were removed or redefined, a slice to a transaction. Preparing does it as
    /// well. O(elements that are removed).
    package func removeLeftovers() throws {
        guard try pool.read({ try Bands.Removal.hasSuperseded(in: $0) }) else { return }
        pool.yieldToOtherWriters()
        try pool.writeInSlices { connection in
            let budget = SliceBudget(limits, shouldYield: pool.shouldYield)
            return try Bands.Removal.removeSlice(connection) { !budget.isSpent(elements: $0) }
        }
    }

    /// Removes them on another thread.
    func removeLeftovers() async throws {
        try await BlockingWork.run { try self.removeLeftovers() }
    }

    /// Whether preparing would change anything: something is stale, or was never laid out.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(log bands).
    package func isStale(_ name: String) throws -> Bool {
        try pool.read { try Freshness(name, in: $0).isStale }
    }

    /// Lays out the rest of a layout a little at a time, beginning with the part nearest to the viewer.
    package struct BackgroundPreparation: Sendable {
        private let layout: StoredLayout
        /// nil: everything, and the removal of what no reader sees any more.
        private let extent: PreparationExtent?
        private(set) var job: PreparationJob

        package init(_ layout: StoredLayout, of extent: PreparationExtent? = nil) {
            self.layout = layout
            self.extent = extent
            job = PreparationJob(layout: layout.name, limits: layout.store.limits, cache: layout.store.sumCache)
        }

        /// Goes on for about a duration; returns whether everything is laid out.
        ///
        /// - Parameter timeout: How long each slice waits for its turn; nil as the store is configured.
        /// - Throws: ``LayoutError`` `notFound` for a layout that does not exist; `cancelled`; `invalidDefinition`.
        package mutating func goOn(
            for duration: Duration, waitingAtMost timeout: Duration? = nil
        ) async throws -> Bool {
            let end = ContinuousClock.now + duration
            let pool = layout.store.pool
            try await pool.writeInSlices(&job, waitingAtMost: timeout) { [layout, extent] job, connection in
                let scope = extent ?? .everything(from: layout.store.focus.withLock { $0[layout.name] })
                let isDone = try job.step(scope, on: connection, shouldYield: pool.shouldYield)
                return isDone || ContinuousClock.now >= end
            }
            if job.filledShare == 0 {
                try await pool.writeWithoutTransaction(waitingAtMost: timeout) { try FollowerJournal($0).sortAhead() }
            }
            if !job.outcome.isDone { await pool.yieldToOtherWriters() }
            if job.outcome.isDone, job.outcome.hasLeftovers, extent == nil { try await layout.store.removeLeftovers() }
            return job.outcome.isDone
        }
    }
}

extension StoredLayout {
    /// Lays out what a rectangle shows, unless it is laid out.
    package func prepareIfNeeded(in rect: LayoutRect) async throws {
        let isReady = try await store.pool.read { try reader(in: $0).isReady(for: .visible(rect)) }
        noteFocus(rect)
        if !isReady { try await store.prepareBriefly(name, .visible(rect)) }
    }
}
