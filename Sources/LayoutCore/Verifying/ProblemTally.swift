/// Problems by kind: one cause has many, and the first of each kind with a count is enough.
///
/// Two problems are of one kind where their texts differ only in numbers.
struct ProblemTally {
    private var kinds: [(first: String, count: Int)] = []
    private var places: [String: Int] = [:]

    var isEmpty: Bool { kinds.isEmpty }

    /// The number of kinds.
    var count: Int { kinds.count }

    mutating func add(_ problem: String) {
        let kind = Self.kind(of: problem)
        if let place = places[kind] {
            kinds[place].count += 1
        } else {
            places[kind] = kinds.count
            kinds.append((problem, 1))
        }
    }

    /// A line for each kind, in the order in which they were met.
    var lines: [String] { kinds.map { $0.count == 1 ? $0.first : "\($0.first) (and \($0.count - 1) more like it)" } }

    /// The text without its numbers.
    private static func kind(of problem: String) -> String {
        problem.split { "0"..."9" ~= $0 }.joined(separator: "#")
    }
}
