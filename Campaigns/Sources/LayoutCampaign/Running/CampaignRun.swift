internal import Foundation
internal import LayoutTestSupport

/// A worker’s report on standard output: a line of JSON.
enum WorkerLine: Codable {
    case begun(String)
    case ended(TrialResult)
}

/// A part of a campaign's trials, which a supervisor has other processes run.
struct CampaignRun {
    var seed: UInt64
    var trials: Int?
    var seconds: Double?
    /// Run the trial of this name only.
    var only: String?
    /// Begin after the trial of this name.
    var after: String?
    /// Whether the worker's disk falsely reports that it synced: a campaign that does not notice proves nothing.
    var forgetsSyncs = false
    /// Whether findings are printed as they come.
    var announces = false

    /// How long a worker may be silent between two trials, in seconds. It makes the stores of the next ones then, and
    /// runs every operation on them without a fault.
    private static let patienceBetweenTrials = 60.0

    /// The options of a worker's command line.
    private var words: [String] {
        let options: KeyValuePairs<String, Any?> = [
            "--seed": seed, "--after": after, "--forget": forgetsSyncs ? "syncs" : nil, "--trial": only,
            "--trials": trials, "--seconds": seconds,
        ]
        return options.flatMap { option in option.value.map { [option.key, "\($0)"] } ?? [] }
    }

    /// Runs a campaign in a separate process, starts another one if it dies or hangs, and keeps the count.
    func supervise(_ campaign: CampaignKind) throws -> CampaignReport {
        let scratch = try ScratchDirectory()
        let start = ContinuousClock.now
        var report = CampaignReport(name: campaign.name, seed: seed, announces: announces)
        var isOver = false
        while !isOver {
            report.seconds = (ContinuousClock.now - start) / .seconds(1)
            if let seconds, report.seconds >= seconds, report.last != nil { break }
            if let trials, report.trials >= trials { break }
            var rest = self
            rest.after = report.last
            rest.trials = trials.map { $0 - report.trials }
            rest.seconds = seconds.map { max($0 - report.seconds, 0.1) }
            let worker = try ChildProcess.campaign(
                ["worker", campaign.name] + rest.words, directory: scratch.path, output: scratch.file("said.txt"))
            isOver = try Self.watch(worker, patience: campaign.patience, &report) || only != nil
        }
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return report
    }

    /// Follows a worker to its end; returns whether it ended as it should.
    private static func watch(
        _ worker: ChildProcess, patience: Double, _ report: inout CampaignReport
    ) throws -> Bool {
        guard let file = FileHandle(forReadingAtPath: worker.output) else {
            throw CampaignError("the worker's output cannot be read")
        }
        var lastWord = ContinuousClock.now
        var rest = Data()
        while true {
            let ending = worker.poll()
            let data = try file.readToEnd() ?? Data()
            if !data.isEmpty { lastWord = .now }
            rest.append(data)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                report.take(try JSONDecoder().decode(WorkerLine.self, from: Data(rest[..<end])))
                rest = Data(rest[rest.index(after: end)...])
            }
            if let ending {
                if ending == .exit(0) { return true }
                guard case .signal = ending, report.isInTrial else {
                    throw CampaignError("the worker ended with \(ending): \(worker.complaints.suffix(800))")
                }
                let lines = worker.complaints.split(separator: "\n")
                let line = lines.first { $0.contains("Fatal error") || $0.contains("Crash") }
                report.fail("crash", "\(ending) \(line ?? worker.complaints.prefix(200))")
                return false
            }
            let limit = report.isInTrial ? patience : max(patience, patienceBetweenTrials)
            if ContinuousClock.now - lastWord > .seconds(limit) {
                worker.end()
                report.fail("hang", "longer than \(Int(limit)) s")
                return false
            }
            usleep(5000)
        }
    }

    /// Runs the trials in this process. If it dies, the supervisor has read how far it came.
    func work(_ campaign: CampaignKind) throws {
        // For all of them: the worker's own files are not worth waiting for a real disk.
        try FaultyMachine.install(forgetsSyncs: forgetsSyncs)
        let scratch = try ScratchDirectory()
        defer { withExtendedLifetime(scratch) {} }
        let start = ContinuousClock.now
        let settings = CampaignSettings(seed: seed, directory: scratch.path, seconds: seconds)
        var skipsTo = after ?? only
        var done = 0
        for (index, trial) in try campaign.trials(settings).enumerated() {
            if let target = skipsTo {
                guard trial.name == target else { continue }
                skipsTo = nil
                if after != nil { continue }
            }
            try Self.say(.begun(trial.name))
            let result = try trial.run(index + 1)
            try Self.say(.ended(result))
            done += result.counts ? 1 : 0
            if only != nil || done >= trials ?? .max { break }
            if let seconds, ContinuousClock.now - start > .seconds(seconds) { break }
        }
    }

    private static func say(_ line: WorkerLine) throws {
        emit(String(decoding: try JSONEncoder().encode(line), as: UTF8.self) + "\n")
    }
}
