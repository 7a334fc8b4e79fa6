/// How long each of many calls took, and what it was called.
final class CallLog {
    private var calls: [(name: String, seconds: Double)] = []
    private let stopwatch = Stopwatch()

    var samples: Samples { Samples(calls.map(\.seconds)) }

    /// The name of the call that took longest.
    var longest: String { calls.max { $0.seconds < $1.seconds }?.name ?? "" }

    @discardableResult
    func time<T>(_ name: String, _ body: () throws -> T) rethrows -> T {
        let (seconds, result) = try stopwatch.time(body)
        calls.append((name, seconds))
        return result
    }
}
