package import LayoutEngine
internal import LayoutFollowing
internal import LayoutSQLite
internal import Synchronization

/// Lays out the rest of a layout a little at a time, beginning with the part nearest to the viewer.
package struct BackgroundPreparation: Sendable {
    private let layout: StoredLayout
    /// nil: everything, and the removal of what no reader sees any more.
    private let extent: PreparationExtent?
    private var job: PreparationJob

    package init(_ layout: StoredLayout) { self.init(layout, of: nil) }

    init(_ layout: StoredLayout, of extent: PreparationExtent?) {
        self.layout = layout
        self.extent = extent
        job = PreparationJob(layout: layout.name, limits: layout.store.limits, cache: layout.store.sumCache)
    }

    var report: PreparationReport { job.report }
    var progress: LayoutProgress { job.progress }

    /// Goes on for about a duration; returns whether everything is laid out.
    ///
    /// - Parameters:
    ///   - duration: nil until everything is laid out.
    ///   - timeout: How long each slice waits for its turn; nil as the store is configured.
    /// - Throws: ``LayoutError`` `notFound` for a layout that does not exist; `cancelled`; `invalidDefinition`.
    package mutating func goOn(
        for duration: Duration? = nil, waitingAtMost timeout: Duration? = nil
    ) async throws -> Bool {
        let end = duration.map { ContinuousClock.now + $0 }
        let pool = layout.store.pool
        try await pool.writeInSlices(&job, waitingAtMost: timeout) { [layout, extent] job, connection in
            let scope = extent ?? .everything(from: layout.store.focus.offset(of: layout.name))
            let isDone = try job.step(scope, on: connection, otherWriting: pool.otherWriting)
            return isDone || end.map { ContinuousClock.now >= $0 } ?? false
        }
        if job.filledShare == 0 { try await pool.writeWithoutTransaction { try FollowerJournal($0).sortAhead() } }
        if !job.isDone { await pool.yieldToOtherWriters() }
        if job.isDone, job.hasLeftovers, extent == nil { try await layout.store.removeLeftovers() }
        return job.isDone
    }
}

extension StoredLayout {
    /// Lays out what a rectangle shows, unless it is laid out.
    package func prepareIfNeeded(in rect: LayoutRect) async throws {
        let isReady = try await store.pool.read {
            try LayoutReader(name, in: $0, cache: store.sumCache).isReady(for: .visible(rect))
        }
        store.focus.set(LayoutPoint(x: rect.x, y: rect.y), of: name)
        if !isReady { try await store.prepareBriefly(name, .visible(rect)) }
    }
}

/// The last viewed place of each layout, where preparing begins.
final class ViewerFocus: Sendable {
    private let offsets = Mutex<[String: LayoutPoint]>([:])

    func offset(of layout: String) -> LayoutPoint? { offsets.withLock { $0[layout] } }

    func set(_ offset: LayoutPoint, of layout: String) { offsets.withLock { $0[layout] = offset } }
}
