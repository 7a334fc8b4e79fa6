#if LAYOUT_VIEWS
/// Observations of notifications, which end with this object.
final class Observations {
    private var tokens: [any NSObjectProtocol] = []

    /// Calls a closure at each notification of a name. They are posted on the main thread.
    func observe(
        _ name: NSNotification.Name, of object: AnyObject?, _ action: @escaping @MainActor @Sendable () -> Void
    ) {
        tokens.append(
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in
                MainActor.assumeIsolated { action() }
            })
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
#endif
