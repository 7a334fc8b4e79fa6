internal import LayoutCache
internal import LayoutEngine
internal import LayoutShowing

/// A collection view without a view: the work between a write and the new elements on the screen.
struct ShownView {
    private static let state = ShownLayout.ViewState(offset: .zero, size: LayoutSample.container)

    private let layout: StoredLayout
    private var shown = ShownLayout(span: 4_194_304, edge: .start)

    /// The seconds from each of some writes to its elements on the screen.
    static func samples(
        _ count: Int, of layout: StoredLayout, _ write: @escaping @Sendable (Int) async throws -> Void
    ) throws -> Samples {
        try Meanwhile.run(async: {
            var view = ShownView(layout: layout)
            try await view.update()
            var seconds: [Double] = []
            for number in 0..<count {
                let start = ContinuousClock.now
                try await write(number)
                try await view.update()
                seconds.append((ContinuousClock.now - start) / .seconds(1))
            }
            view.shown.snapshot?.close()
            return Samples(seconds)
        }) { _ in }.work
    }

    /// Shows the present state, as the adapter does after a change.
    private mutating func update() async throws {
        let former = shown.snapshot
        let next = try await layout.nextState(after: former, holding: shown.hold(), size: Self.state.size)
        if let next { shown.show(next.snapshot, counts: next.counts) }
        shown.prepare(for: Self.state)
        _ = shown.elements(in: Self.state.bounds, visible: Self.state.visible)
        if let failure = shown.failures.known.first { throw failure }
        if next != nil { former?.close() }
    }
}
