internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Set by the signal handler, which can do nothing else safely.
private let flag = Atomic<Bool>(false)

/// Notices Ctrl-C, so that what runs can be rolled back before the program ends.
enum Interruption {
    /// Whether the program was asked to stop.
    static var isRequested: Bool {
        flag.load(ordering: .relaxed)
    }

    /// From now on the first Ctrl-C only sets a flag; the second ends the program at once, which a
    /// store survives as well.
    ///
    /// System calls are not restarted, so that a wait for input ends too.
    static func watch() {
        // The flag is made here: making it inside the handler would not be safe there.
        flag.store(false, ordering: .relaxed)
        var action = sigaction()
        #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = { _ in flag.store(true, ordering: .relaxed) }
        #else
        unsafe action.__sigaction_handler.sa_handler = { _ in flag.store(true, ordering: .relaxed) }
        #endif
        action.sa_flags = CInt(bitPattern: CUnsignedInt(truncatingIfNeeded: SA_RESETHAND))
        // Both calls fail only for arguments that do not exist. A parent may have handed down a mask with
        // the signal blocked, as programs do that start others from a thread of a dispatch queue.
        _ = unsafe sigaction(SIGINT, &action, nil)
        var signals = sigset_t()
        _ = unsafe sigemptyset(&signals)
        _ = unsafe sigaddset(&signals, SIGINT)
        _ = unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
    }

    /// - Throws: ``Failure`` if the program was asked to stop.
    static func check() throws(Failure) {
        if isRequested { throw .interrupted }
    }
}
