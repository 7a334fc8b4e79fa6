/// The main run loop, which nothing runs in tests. A block may come in any later turn of the main thread, also while a
/// view moves: it has to look.
final class RunLoop: Sendable {
    enum Mode { case `default` }

    static let main = RunLoop()

    func perform(inModes modes: [Mode], block: @escaping @Sendable () -> Void) {
        Task { @MainActor in block() }
    }
}
