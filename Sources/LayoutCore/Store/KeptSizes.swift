internal import Synchronization

/// Measured sizes that could not be stored yet, because another process was writing.
///
/// Each write of sizes also stores the kept ones, inside the transaction, so that an older size never follows a newer
/// one.
final class KeptSizes: Sendable {
    private struct State {
        var sizes: [String: [ResizedItem]] = [:]
        var isBeingStored = false
    }

    private let state = Mutex(State())

    /// How long to wait after each attempt in a row that failed for another reason than a lock. After the last one,
    /// sizes wait for the next call that stores sizes.
    static let pauses: [Duration] = [.milliseconds(200), .seconds(1), .seconds(5), .seconds(25), .seconds(125)]

    /// Keeps sizes, behind earlier ones; returns whether the caller has to arrange that they are stored.
    ///
    /// - Parameter isFirst: Whether they are older than all kept ones: those that a failed transaction had taken.
    func keep(_ sizes: [ResizedItem], of layout: String, isFirst: Bool = false) -> Bool {
        guard !sizes.isEmpty else { return false }
        return state.withLock { state in
            let kept = state.sizes[layout] ?? []
            state.sizes[layout] = isFirst ? sizes + kept : kept + sizes
            defer { state.isBeingStored = true }
            return !state.isBeingStored
        }
    }

    /// Takes what is kept of a layout: inside the transaction that stores it.
    func take(_ layout: String) -> [ResizedItem] { state.withLock { $0.sizes.removeValue(forKey: layout) ?? [] } }

    /// A layout with kept sizes; nil ends the storing.
    func next() -> String? {
        state.withLock { state in
            if let layout = state.sizes.keys.min() { return layout }
            state.isBeingStored = false
            return nil
        }
    }

    /// Gives up the storing; the next that is kept begins it again.
    func stop() { state.withLock { $0.isBeingStored = false } }
}
