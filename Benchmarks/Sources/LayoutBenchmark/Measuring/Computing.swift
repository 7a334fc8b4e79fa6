/// A millisecond of computing that waits for nothing, timed again and again: how late the system alone makes a thread.
final class Computing {
    private let stopwatch = Stopwatch()
    private var iterations = 1000
    private var times: [Double] = []
    /// Kept so that the loop is not optimised away.
    private var state: UInt64 = 1

    init() {
        while stopwatch.time({ run() }).seconds < 0.001, iterations < 1 << 40 { iterations *= 2 }
        let seconds = (0..<9).map { _ in stopwatch.time { run() }.seconds }.min() ?? 0.001
        iterations = max(1, Int(Double(iterations) * 0.001 / max(seconds, 1e-9)))
    }

    var samples: Samples { Samples(times) }

    func time() { times.append(stopwatch.time { run() }.seconds) }

    private func run() {
        var value = state
        for _ in 0..<iterations { value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
        state = value
    }
}
