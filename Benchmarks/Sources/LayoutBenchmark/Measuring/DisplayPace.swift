internal import Dispatch

/// Waits for the next frame of a display that is drawn 120 times a second.
struct DisplayPace {
    private var due = DispatchTime.now()
    private let never = DispatchSemaphore(value: 0)

    static let framesPerSecond = 120

    mutating func waitForFrame() {
        // A frame that was missed is not made up for.
        due = max(due + .nanoseconds(1_000_000_000 / Self.framesPerSecond), .now())
        // It is never signaled: this is a sleep.
        _ = never.wait(timeout: due)
    }
}
