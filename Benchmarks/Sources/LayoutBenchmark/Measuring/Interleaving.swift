/// Times several operations in turns, so that what disturbs the machine for a while disturbs all of
/// them, and their ratios stay true.
enum Interleaving {
    /// - Parameters:
    ///   - rounds: How often each operation has its turn.
    ///   - runs: How many runs a turn has.
    ///   - warmUp: How many runs each operation has before its first turn that do not count; as many as a
    ///     turn by default.
    /// - Returns: the samples of each operation, in their order.
    static func samples(rounds: Int, runs: Int, warmUp: Int? = nil, of operations: [() throws -> Void]) throws
        -> [Samples]
    {
        let stopwatch = Stopwatch()
        for operation in operations {
            for _ in 0..<(warmUp ?? runs) { try operation() }
        }
        var values = [[[Double]]](repeating: [], count: operations.count)
        for _ in 0..<rounds {
            for index in operations.indices {
                try values[index].append((0..<runs).map { _ in try stopwatch.seconds(operations[index]) })
            }
        }
        return values.map { Samples(rounds: $0) }
    }
}
