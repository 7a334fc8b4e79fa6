/// Times closures by a clock that never goes backwards.
struct Stopwatch {
    private let clock = ContinuousClock()

    /// Runs `body` once; returns the seconds it took, and its result.
    func time<T>(_ body: () throws -> T) rethrows -> (seconds: Double, result: T) {
        let start = clock.now
        let result = try body()
        return ((clock.now - start) / .seconds(1), result)
    }

    /// Runs `body` once; returns the seconds it took.
    func seconds(_ body: () throws -> Void) rethrows -> Double { try time(body).seconds }

    /// Runs `body` again and again, each run timed on its own.
    ///
    /// - Parameters:
    ///   - warmUp: How many runs come first and do not count.
    ///   - body: Gets the number of the run, the first that counts being 0.
    func samples(_ count: Int, warmUp: Int = 0, _ body: (Int) throws -> Void) rethrows -> Samples {
        for run in 0..<warmUp { try body(-1 - run) }
        var values: [Double] = []
        values.reserveCapacity(count)
        for run in 0..<count { try values.append(seconds { try body(run) }) }
        return Samples(values)
    }
}
