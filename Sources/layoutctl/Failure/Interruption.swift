internal import Dispatch
internal import LayoutCache
internal import Synchronization

internal import LayoutPlatform

/// Set by the signal handler.
private let flag = Atomic<Bool>(false)
/// Whether a thread is about to end the program.
private let isEnding = Atomic<Bool>(false)
/// The end of a pipe that the signal handler writes to: a handler may do little else safely.
private let alarm = Atomic<CInt>(-1)

/// Notices Ctrl-C and other requests to stop, so that what runs can be rolled back before the program ends.
enum Interruption {
    /// A store that is closed where its command lets go of it.
    private struct OpenStore: Sendable { weak let store: LayoutStore? }

    private struct State {
        var stores: [OpenStore] = []
        var isRollingBack = false
        /// The message printed when the program is ended from here.
        var words = Failure.interrupted
    }

    private static let state = Mutex(State())

    /// Whether the program was asked to stop.
    static var isRequested: Bool { flag.load(ordering: .relaxed) }

    private static let request = DispatchSemaphore(value: 0)

    /// Returns when the program was asked to stop.
    static func wait() { request.wait() }

    /// - Throws: ``Failure`` if the program was asked to stop.
    static func check() throws(Failure) {
        if isRequested { throw .interrupted }
    }

    /// From now on a request to stop also stops what a store is doing.
    static func interrupts(_ store: LayoutStore) { state.withLock { $0.stores.append(OpenStore(store: store)) } }

    /// Closes the stores that are still open, before the program ends.
    ///
    /// A thread that has just interrupted one would otherwise be the last to let go of it. Then the program would end
    /// before the store's write-ahead log is taken away.
    static func closeStores() {
        state.withLock { state in
            for open in state.stores { open.store?.close() }
            state.stores = []
        }
    }

    /// From now on a request to stop is the ordinary end of the program, which has its own words.
    static func expectStop(_ failure: Failure) { state.withLock { $0.words = failure } }

    /// Marks that a transaction is open that should be rolled back before the program ends.
    static func expectRollback() { state.withLock { $0.isRollingBack = true } }

    /// From now on the first SIGINT, SIGTERM or SIGHUP sets a flag, and stops what stores are doing. A second one ends
    /// the program at once, which a store survives as well.
    ///
    /// System calls are not restarted, so that a wait for input ends too. A signal that the parent has had
    /// ignored stays so, as `nohup` wants it.
    static func watch() {
        // A closed pipe is an error of the write, to be handled there.
        signal(SIGPIPE, SIG_IGN)
        // The first files that are opened must not become an input or output that the caller has closed.
        var descriptor: CInt
        repeat { descriptor = unsafe open("/dev/null", O_RDONLY) } while 0...2 ~= descriptor
        close(descriptor)
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        alarm.store(ends[1], ordering: .relaxed)
        // The flag is made here: making it inside the handler would not be safe there.
        flag.store(false, ordering: .relaxed)
        let listening = ends[0]
        DispatchQueue(label: "layoutctl.interruption").async { awaitSignal(listening) }
        for number in [SIGINT, SIGTERM, SIGHUP] { handle(number) }
    }

    private static func handle(_ number: CInt) {
        var former = sigaction()
        guard unsafe sigaction(number, nil, &former) == 0, !isIgnored(former) else { return }
        var action = sigaction()
        let handler: @convention(c) (CInt) -> Void = { _ in
            flag.store(true, ordering: .relaxed)
            // The interrupted code must find its own error number again.
            let code = errno
            var byte: UInt8 = 0
            _ = unsafe write(alarm.load(ordering: .relaxed), &byte, 1)
            errno = code
        }
        #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handler
        #else
        unsafe action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = CInt(bitPattern: CUnsignedInt(truncatingIfNeeded: SA_RESETHAND))
        // These calls fail only for arguments that do not exist. A parent may have handed down a mask with the signal
        // blocked, as programs do that start programs from a thread of a dispatch queue.
        _ = unsafe sigaction(number, &action, nil)
        var signals = sigset_t()
        _ = unsafe sigemptyset(&signals)
        _ = unsafe sigaddset(&signals, number)
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
        let handler = unsafe action.__sigaction_u.__sa_handler
        #else
        let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// How often what the stores are doing is stopped: an interruption that falls between two statements
    /// is lost.
    private static let interval: CUnsignedInt = 10_000
    /// The number of signals after which a program that waits for a lock, or for anything else, is ended.
    private static let patience = 6
    /// The number of signals after which a program that rolls back is ended: a store survives that as well.
    private static let patienceForRollback = 1000

    /// Waits for a signal on a separate thread, and ends the program.
    private static func awaitSignal(_ descriptor: CInt) {
        var byte: UInt8 = 0
        while unsafe read(descriptor, &byte, 1) != 1 {
            guard errno == EINTR else { return }
        }
        request.signal()
        var count = 0
        while count < (state.withLock { $0.isRollingBack } ? patienceForRollback : patience) {
            state.withLock { for open in $0.stores { open.store?.interrupt() } }
            usleep(interval)
            count += 1
        }
        claimEnd()
        // Text that is still in a buffer is not worth waiting for. Written from a separate thread, beside any other
        // output; a closed standard error is not detected.
        let text = state.withLock { $0.words.line }.map { $0 + "\n" } ?? ""
        let line = Array(text.utf8)
        _ = unsafe write(2, line, line.count)
        _exit(Failure.ExitCode.interrupted.rawValue)
    }

    /// Returns to the one thread that may end the program, so that only one prints the reason.
    static func claimEnd() {
        if isEnding.exchange(true, ordering: .relaxed) {
            while true { pause() }
        }
    }
}
