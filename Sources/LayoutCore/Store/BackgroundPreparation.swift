package import LayoutEngine
internal import LayoutSQLite
internal import Synchronization

/// Lays out the rest of a layout a little at a time, beginning with the part nearest to the viewer.
package struct BackgroundPreparation: Sendable {
    private let layout: StoredLayout
    private var job: PreparationJob

    package init(_ layout: StoredLayout) {
        self.layout = layout
        job = PreparationJob(layout: layout.name, limits: layout.store.limits, cache: layout.store.sumCache)
    }

    /// The work so far.
    var report: PreparationReport { job.report }

    /// Goes on for about a duration; returns whether everything is laid out.
    ///
    /// - Parameter duration: nil until everything is laid out.
    /// - Throws: ``LayoutError`` `notFound` for a layout that does not exist; `cancelled`; `invalidDefinition`.
    package mutating func goOn(for duration: Duration? = nil) async throws -> Bool {
        let store = layout.store
        let clock = ContinuousClock()
        let end = duration.map { clock.now + $0 }
        while true {
            if Task.isCancelled { throw LayoutError.cancelled }
            let scope = PreparationExtent.everything(from: store.focus.offset(of: layout.name))
            let isDone = try await store.step(&job, scope)
            // Another process may be waiting for the lock, and would lose each race with this loop.
            if !isDone || job.hasLeftovers { try await store.pool.yieldToOtherWriters() }
            if isDone {
                if job.hasLeftovers { try await store.removeSuperseded() }
                return true
            }
            if let end, clock.now >= end { return false }
        }
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

    func offset(of layout: String) -> LayoutPoint? {
        offsets.withLock { $0[layout] }
    }

    func set(_ offset: LayoutPoint, of layout: String) {
        offsets.withLock { $0[layout] = offset }
    }
}
