#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Tells threads apart while they run.
struct ThreadIdentity: Hashable, Sendable {
    private let number: UInt

    /// The thread that asks.
    static var current: ThreadIdentity {
        #if canImport(Glibc)
        ThreadIdentity(number: UInt(pthread_self()))
        #else
        ThreadIdentity(number: unsafe UInt(bitPattern: pthread_self()))
        #endif
    }
}
