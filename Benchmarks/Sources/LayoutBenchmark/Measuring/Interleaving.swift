/// Runs `body` once; returns the seconds that it took, by a clock that never goes backwards.
func elapsed(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
}

/// Times several operations in turns, so that what disturbs the machine for a while disturbs all of
/// them, and their ratios stay true.
enum Interleaving {
    /// - Parameters:
    ///   - rounds: How often each operation has its turn.
    ///   - runs: How many runs a turn has.
    ///   - warmUp: How many runs each operation has before its first turn that do not count.
    /// - Returns: the samples of each operation, in their order.
    static func samples(rounds: Int = 1, runs: Int, warmUp: Int, of operations: [() throws -> Void]) throws
        -> [Samples]
    {
        for operation in operations {
            for _ in 0..<warmUp { try operation() }
        }
        var values = [[[Double]]](repeating: [], count: operations.count)
        for _ in 0..<rounds {
            for index in operations.indices {
                try values[index].append((0..<runs).map { _ in try elapsed(operations[index]) })
            }
        }
        return values.map { Samples(rounds: $0) }
    }
}
