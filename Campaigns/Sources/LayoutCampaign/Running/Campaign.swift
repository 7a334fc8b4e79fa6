internal import LayoutTestSupport

/// A row of trials drawn from a seed: the same seed gives the same trials.
public protocol Campaign {
    /// The name on the command line.
    static var name: String { get }
    /// A summary, in a sentence.
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
    public static var patience: Double { 10 }
}

/// A campaign without a last trial: its trials are numbered from 1.
protocol NumberedCampaign: Campaign {
    /// The number of the trial that was named last; 0 before the first.
    var number: Int { get set }
}

extension NumberedCampaign {
    public mutating func next() -> String? {
        number += 1
        return "\(number)"
    }
}

/// The settings of a campaign.
public struct CampaignSettings: Sendable {
    public var seed: UInt64
    /// The directory for files; it is removed with the process.
    public var directory: String
    /// How long it runs at most, where its trials are of a length that can be chosen.
    public var seconds: Double?

    public init(seed: UInt64, directory: String, seconds: Double? = nil) {
        self.seed = seed
        self.directory = directory
        self.seconds = seconds
    }

    /// The random numbers of the trial with a number.
    func random(_ trial: Int) -> SeededGenerator {
        SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(trial))
    }

    func file(_ name: String) -> String { directory + "/" + name }
}

/// The results of a trial.
public struct TrialResult: Sendable {
    public var findings: [Finding] = []
    /// The number of times that each thing was done.
    public var tallies: [String: Int] = [:]
    /// Whether the trial was one at all: false where the call that was to fail never came.
    public var counts = true

    public init() {}

    mutating func find(_ signature: String, _ detail: @autoclosure () -> String = "") {
        findings.append(Finding(signature: signature, detail: detail()))
    }

    mutating func tally(_ what: String, _ count: Int = 1) { tallies[what, default: 0] += count }
}

/// A promise that was not kept.
public struct Finding: Sendable, Hashable {
    /// The kind: equal for what is probably one fault.
    public var signature: String
    public var detail: String

    public init(signature: String, detail: String) {
        self.signature = signature
        self.detail = detail
    }
}

/// Why a campaign itself cannot go on: no finding, but a fault of the test.
public struct CampaignError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
