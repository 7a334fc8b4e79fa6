internal import LayoutTestSupport

/// A row of trials drawn from a seed: the same seed gives the same trials.
protocol Campaign {
    /// The name on the command line.
    static var name: String { get }
    static var summary: String { get }
    /// How many seconds a trial may take before it counts as one that hangs.
    static var patience: Double { get }

    init(_ settings: CampaignSettings) throws

    /// The name of the next trial, or nil after the last.
    mutating func next() throws -> String?

    /// Runs the trial that `next` has just named.
    mutating func run() throws -> TrialResult
}

extension Campaign {
    static var patience: Double { 10 }
}

/// A campaign without a last trial: its trials are numbered from 1.
protocol NumberedCampaign: Campaign {
    /// The number of the trial that was named last; 0 before the first.
    var number: Int { get set }
}

extension NumberedCampaign {
    mutating func next() -> String? {
        number += 1
        return "\(number)"
    }
}

struct CampaignSettings: Sendable {
    var seed: UInt64
    /// The directory for files; it is removed with the process.
    var directory: String
    /// How long it runs at most, where its trials are of a length that can be chosen.
    var seconds: Double?

    /// The random numbers of the trial with a number.
    func random(_ trial: Int) -> SeededGenerator {
        SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(trial))
    }

    func file(_ name: String) -> String { directory + "/" + name }
}

struct TrialResult: Sendable {
    var findings: [Finding] = []
    /// The number of times that each thing was done.
    var tallies: [String: Int] = [:]
    /// Whether the trial was one at all: false where the call that was to fail never came.
    var counts = true

    mutating func find(_ signature: String, _ detail: @autoclosure () -> String = "") {
        findings.append(Finding(signature: signature, detail: detail()))
    }

    mutating func tally(_ what: String, _ count: Int = 1) { tallies[what, default: 0] += count }
}

/// A promise that was not kept.
struct Finding: Sendable, Hashable {
    /// The kind: equal for what is probably one fault.
    var signature: String
    var detail: String
}

/// Why a campaign itself cannot go on: no finding, but a fault of the test.
struct CampaignError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
