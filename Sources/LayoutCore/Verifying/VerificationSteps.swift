internal import LayoutSQLite

/// Reckons how far a verification has come.
struct VerificationSteps {
    typealias Report = (LayoutProgress) throws -> Void

    private let deep: Bool
    private let report: Report
    private var total = 0
    private var done = 0

    /// Solving a band takes about this many times as long as comparing its rows with its blocks.
    private static let solvingWeight = 3

    init(deep: Bool, report: @escaping Report) {
        self.deep = deep
        self.report = report
    }

    /// SQLite's own check comes first. It takes the share ``fileShare`` of the whole, and reports no progress.
    func begin() throws { try report(LayoutProgress(.checkingFile, fraction: 0)) }

    /// Measured with a million items in one table.
    private var fileShare: Double { deep ? 0.45 : 0.7 }

    mutating func count(_ preparations: [PreparationRecord], in connection: Connection) throws {
        for preparation in preparations {
            total += try Bands(connection, preparation.id).count * (deep ? 1 + Self.solvingWeight : 1)
        }
        try advance(bands: 0, solved: false)
    }

    mutating func advance(bands: Int, solved: Bool) throws {
        done += bands * (solved ? Self.solvingWeight : 1)
        let share = min(1, Double(done) / Double(max(1, total)))
        try report(LayoutProgress(.checkingLayouts, fraction: fileShare + (1 - fileShare) * share))
    }
}

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
