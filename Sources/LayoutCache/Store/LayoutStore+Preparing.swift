internal import LayoutEngine
internal import LayoutSQLite

/// What a preparing did.
public struct PreparationReport: Sendable, Hashable {
    public var layout: String
    /// How many sections were laid out, wholly or in part.
    public var sectionsPrepared: Int
    /// How many sections the layout has.
    public var sectionsTotal: Int
    /// How many rows were written because they are new or differ from what was stored.
    public var elementsWritten: Int
    public var seconds: Double
}

/// How far a preparing has come.
public struct PreparationProgress: Sendable {
    public var layout: String
    public var elementsWritten: Int
    public var sectionsPrepared: Int
}

extension LayoutStore {
    /// Lays out what is stale in a layout, and stores it.
    ///
    /// The first preparing, and one after another definition, goes in slices, each a transaction:
    /// interrupted at any point, the next call carries on. Otherwise all that is stale is replaced in
    /// one transaction, so that a reader sees the layout before or after. Memory does not grow with
    /// the data set.
    ///
    /// - Parameters:
    ///   - progress: Called after each slice; throw from it to stop there.
    /// - Throws: ``LayoutStoreError`` `notFound` for a layout that is not there, `cancelled` if the
    ///   surrounding task was cancelled; `DefinitionError` if somebody stored a definition that
    ///   cannot work.
    @discardableResult
    public func prepare(
        _ name: String, progress: ((PreparationProgress) throws -> Void)? = nil
    ) throws -> PreparationReport {
        let clock = ContinuousClock()
        let start = clock.now
        var report = PreparationReport(layout: name, sectionsPrepared: 0, sectionsTotal: 0, elementsWritten: 0, seconds: 0)
        var isComplete = false
        while !isComplete {
            guard !Task.isCancelled else { throw LayoutStoreError(.cancelled, "the preparing of “\(name)” was cancelled") }
            isComplete = try pool.write { connection in
                try Preparing(connection, layout: name, limits: limits).step(&report)
            }
            try progress?(PreparationProgress(
                layout: name, elementsWritten: report.elementsWritten, sectionsPrepared: report.sectionsPrepared
            ))
        }
        try removeSuperseded()
        report.seconds = (clock.now - start) / .seconds(1)
        return report
    }

    /// Lays out what is stale in a layout, on another thread.
    @discardableResult
    public func prepare(_ name: String) async throws -> PreparationReport {
        var report = PreparationReport(layout: name, sectionsPrepared: 0, sectionsTotal: 0, elementsWritten: 0, seconds: 0)
        let clock = ContinuousClock()
        let start = clock.now
        var isComplete = false
        let limits = limits
        while !isComplete {
            try Task.checkCancellation()
            let before = report
            (report, isComplete) = try await pool.write { connection in
                var report = before
                let isComplete = try Preparing(connection, layout: name, limits: limits).step(&report)
                return (report, isComplete)
            }
        }
        try removeSuperseded()
        report.seconds = (clock.now - start) / .seconds(1)
        return report
    }

    /// Whether preparing would change anything: something is stale, or was never laid out.
    public func isStale(_ name: String) throws -> Bool {
        try pool.read { try LayoutSnapshot(name, in: $0, cache: sumCache).isStale }
    }
}
