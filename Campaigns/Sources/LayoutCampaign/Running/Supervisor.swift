internal import Foundation
internal import LayoutTestSupport

/// Runs a campaign in a separate process, starts another one if it dies or hangs, and keeps the count.
struct Supervisor {
    var seed: UInt64
    var trials: Int?
    var seconds: Double?
    /// Run the trial of this name only.
    var only: String?
    /// Whether the worker's disk falsely reports that it synced: a campaign that does not notice proves nothing.
    var forgetsSyncs = false
    /// Called with each finding as it comes.
    var observe: (String) -> Void = { _ in }

    func run(_ campaign: CampaignKind) throws -> CampaignReport {
        let scratch = try ScratchDirectory()
        let start = ContinuousClock.now
        var reading = WorkerReading(CampaignReport(name: campaign.name, seed: seed), observe: observe)
        var isOver = false
        while !isOver {
            let elapsed = (ContinuousClock.now - start) / .seconds(1)
            if let seconds, elapsed >= seconds, reading.last != nil { break }
            if let trials, reading.report.trials >= trials { break }
            let options: KeyValuePairs<String, Any?> = [
                "--seed": seed, "--after": reading.last, "--forget": forgetsSyncs ? "syncs" : nil, "--trial": only,
                "--trials": trials.map { $0 - reading.report.trials },
                "--seconds": seconds.map { max($0 - elapsed, 0.1) },
            ]
            let words = options.flatMap { option in option.value.map { [option.key, "\($0)"] } ?? [] }
            let worker = try ChildProcess.campaign(
                ["worker", campaign.name] + words, directory: scratch.path, output: scratch.file("said.txt"))
            isOver = try watch(worker, patience: campaign.patience, &reading) || only != nil
        }
        reading.report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return reading.report
    }

    /// How long a worker may be silent between two trials, in seconds. It makes the stores of the next ones then, and
    /// runs every operation on them without a fault.
    private static let patienceBetweenTrials = 60.0

    /// Follows a worker to its end; returns whether it ended as it should.
    private func watch(_ worker: ChildProcess, patience: Double, _ reading: inout WorkerReading) throws -> Bool {
        guard let file = FileHandle(forReadingAtPath: worker.output) else {
            throw CampaignError("the worker's output cannot be read")
        }
        var lastWord = ContinuousClock.now
        while true {
            let ending = worker.poll()
            let data = try file.readToEnd() ?? Data()
            if !data.isEmpty {
                lastWord = .now
                try reading.take(data)
            }
            if let ending {
                if ending == .exit(0) { return true }
                guard case .signal = ending, reading.isInTrial else {
                    throw CampaignError("the worker ended with \(ending): \(worker.complaints.suffix(800))")
                }
                let lines = worker.complaints.split(separator: "\n")
                let line = lines.first { $0.contains("Fatal error") || $0.contains("Crash") }
                reading.fail("crash", "\(ending) \(line ?? worker.complaints.prefix(200))")
                return false
            }
            let limit = reading.isInTrial ? patience : max(patience, Self.patienceBetweenTrials)
            if ContinuousClock.now - lastWord > .seconds(limit) {
                worker.end()
                reading.fail("hang", "longer than \(Int(limit)) s")
                return false
            }
            usleep(5000)
        }
    }
}

struct WorkerReading {
    var report: CampaignReport
    /// The name of the trial that was begun last.
    private(set) var last: String?
    private(set) var isInTrial = false
    private var rest = Data()
    private let observe: (String) -> Void

    init(_ report: CampaignReport, observe: @escaping (String) -> Void) {
        self.report = report
        self.observe = observe
    }

    mutating func take(_ data: Data) throws {
        rest.append(data)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = try JSONDecoder().decode(WorkerLine.self, from: Data(rest[..<end]))
            rest = Data(rest[rest.index(after: end)...])
            switch line {
            case .begun(let name): (last, isInTrial) = (name, true)
            case .ended(let result):
                result.findings.forEach { found($0) }
                report.tallies.merge(result.tallies, uniquingKeysWith: +)
                report.trials += result.counts ? 1 : 0
                isInTrial = false
            }
        }
    }

    private mutating func found(_ finding: Finding) {
        let trial = last ?? ""
        report.add(finding, trial: trial)
        observe(
            "\(finding.signature): \(finding.detail.prefix(300))\n      repeat: \(report.command(repeating: trial))")
    }

    /// The worker died in the middle of a trial, or was ended.
    mutating func fail(_ signature: String, _ detail: String) {
        report.trials += 1
        (isInTrial, rest) = (false, Data())
        found(Finding(signature: signature, detail: detail))
    }
}
