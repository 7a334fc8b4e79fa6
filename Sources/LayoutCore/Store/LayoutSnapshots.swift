public import LayoutEngine

/// The states of a layout, each newer than the one before, and laid out near what a view shows.
struct LayoutSnapshots: AsyncSequence, Sendable {
    /// The element of the sequence.
    typealias Element = LayoutSnapshot

    fileprivate let layout: StoredLayout
    fileprivate let rect: @Sendable () -> LayoutRect

    /// Begins with the present state.
    func makeAsyncIterator() -> Iterator { Iterator(layout: layout, rect: rect) }

    /// An iterator that lays out, and waits for changes.
    struct Iterator: AsyncIteratorProtocol {
        private let layout: StoredLayout
        private let rect: @Sendable () -> LayoutRect
        private var changes: AsyncStream<StoreChange>.Iterator
        private var preparation: BackgroundPreparation?
        private var state: SnapshotFreshness?

        fileprivate init(layout: StoredLayout, rect: @escaping @Sendable () -> LayoutRect) {
            self.layout = layout
            self.rect = rect
            // Changes count from before the first state.
            changes = layout.store.changes().makeAsyncIterator()
        }

        /// The next state; nil after the store was closed.
        ///
        /// - Throws: ``LayoutError`` `notFound` for a layout that does not exist; `busy` if 16 snapshots are held;
        ///   `cancelled`.
        mutating func next() async throws -> LayoutSnapshot? {
            while true {
                try await layout.prepareIfNeeded(in: rect())
                let snapshot = try layout.snapshot()
                if snapshot.freshness != state {
                    state = snapshot.freshness
                    return snapshot
                }
                let isComplete = snapshot.isComplete
                snapshot.close()
                if isComplete {
                    preparation = nil
                    guard await nextChange() else { return nil }
                } else {
                    var preparation = preparation ?? BackgroundPreparation(layout)
                    do {
                        _ = try await preparation.goOn(for: .milliseconds(100))
                        self.preparation = preparation
                    } catch let error as LayoutError where error.code == .busy {
                        // Another process was at work for longer than a write waits: it goes on after that.
                        self.preparation = nil
                    }
                }
            }
        }

        /// Waits for a change that concerns the layout; returns whether there was one.
        private mutating func nextChange() async -> Bool {
            while let change = await changes.next(isolation: nil) {
                if change.layouts.contains(layout.name) { return true }
            }
            return false
        }
    }
}

extension StoredLayout {
    /// Returns the states of the layout from now on, each newer than the one before, and laid out near what a view
    /// shows.
    ///
    /// ```swift
    /// for try await snapshot in store.layout("wall").snapshots(near: { visible.rect }) {
    ///     try await view.show(snapshot)
    /// }
    /// ```
    ///
    /// The present state comes at once. The near part comes laid out; the rest is laid out in the background, and
    /// brings further states. Then the sequence waits for changes by any process. States that are not read in time are
    /// left out. It ends when the store is closed.
    ///
    /// It throws ``LayoutError`` `notFound` for a layout that does not exist; `busy` if 16 snapshots are held;
    /// `cancelled`.
    ///
    /// - Parameter rect: The visible rectangle of a view, in content coordinates, in points. It is asked on any thread.
    public func snapshots(near rect: @escaping @Sendable () -> LayoutRect) -> some AsyncSequence<
        LayoutSnapshot, any Error
    > & Sendable { LayoutSnapshots(layout: self, rect: rect) }
}
