internal import LayoutText
internal import Synchronization

/// The events at the source of a store while it is shown.
package final class PageNotes: Sendable {
    private struct State {
        var count = 0
        var last: (sentence: String, time: ContinuousClock.Instant)?
        var isLoading = false
    }

    private let state = Mutex(State())

    package init() {}

    package func add(_ sentence: String) {
        state.withLock { state in
            state.count += 1
            state.last = (sentence, .now)
        }
    }

    /// Whether the source is being read for the first time.
    package var isLoading: Bool {
        get { state.withLock(\.isLoading) }
        set { state.withLock { $0.isLoading = newValue } }
    }

    var count: Int { state.withLock(\.count) }

    /// The last sentence, with its age in seconds; null if there is none.
    var last: JSONValue {
        guard let (sentence, time) = state.withLock(\.last) else { return .null }
        return .message(["sentence": sentence, "seconds": Int((ContinuousClock.now - time).components.seconds)])
    }
}
