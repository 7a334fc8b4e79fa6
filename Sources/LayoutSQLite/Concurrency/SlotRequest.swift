internal import Synchronization

/// A place in the queue for a connection: it is answered once.
final class SlotRequest: Sendable {
    private let isAnswered = Atomic<Bool>(false)
    private let deliver: @Sendable (Result<ConnectionSlot, any Error>) -> Void

    /// - Parameter deliver: Is called once, perhaps on another thread. It must be quick, and give the slot
    ///   back in the end.
    init(_ deliver: @escaping @Sendable (Result<ConnectionSlot, any Error>) -> Void) {
        self.deliver = deliver
    }

    /// Answers, unless it is answered already; returns whether this was the answer.
    @discardableResult
    func answer(_ result: Result<ConnectionSlot, any Error>) -> Bool {
        guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        deliver(result)
        return true
    }
}
