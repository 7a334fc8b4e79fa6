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
    /// The program that runs a worker: `layout-campaign`.
    var program: String
    /// Called with each finding as it comes.
    var observe: (String) -> Void = { _ in }

    func run(_ campaign: any Campaign.Type) throws -> CampaignReport {
        let scratch = try ScratchDirectory()
        let clock = ContinuousClock()
        let start = clock.now
        var reading = WorkerReading(CampaignReport(name: campaign.name, seed: seed), observe: observe)
        var isOver = false
        while !isOver {
            let elapsed = (clock.now - start) / .seconds(1)
            if let seconds, elapsed >= seconds, reading.last != nil { break }
            if let trials, reading.report.trials >= trials { break }
            var arguments = ["worker", campaign.name, "--seed", "\(seed)"]
            if let last = reading.last { arguments += ["--after", last] }
            if forgetsSyncs { arguments += ["--forget", "syncs"] }
            if let only { arguments += ["--trial", only] }
            if let trials { arguments += ["--trials", "\(trials - reading.report.trials)"] }
            if let seconds { arguments += ["--seconds", "\(max(seconds - elapsed, 0.1))"] }
            let worker = try ChildProcess(
                program, arguments, directory: scratch.path, output: scratch.file("said.txt"),
                errors: scratch.file("errors.txt"), memory: 0)
            isOver = try watch(worker, scratch, patience: campaign.patience, &reading) || only != nil
        }
        reading.report.seconds = (clock.now - start) / .seconds(1)
        return reading.report
    }

    /// How long a worker may be silent between two trials, in seconds. It makes the stores of the next ones then, and
    /// runs every operation on them without a fault.
    private static let patienceBetweenTrials = 60.0

    /// Follows a worker to its end; returns whether it ended as it should.
    private func watch(
        _ worker: ChildProcess, _ scratch: ScratchDirectory, patience: Double, _ reading: inout WorkerReading
    ) throws -> Bool {
        guard let file = FileHandle(forReadingAtPath: scratch.file("said.txt")) else {
            throw CampaignError("the worker's output cannot be read")
        }
        let clock = ContinuousClock()
        var lastWord = clock.now
        while true {
            let ending = worker.poll()
            let data = try file.readToEnd() ?? Data()
            if !data.isEmpty {
                lastWord = clock.now
                reading.take(data)
            }
            if let ending {
                if ending == .exit(0) { return true }
                let errors = (try? String(contentsOfFile: scratch.file("errors.txt"), encoding: .utf8)) ?? ""
                guard case .signal = ending, reading.isInTrial else {
                    throw CampaignError("the worker ended with \(ending): \(errors.suffix(800))")
                }
                reading.crashed(ending, errors)
                return false
            }
            let limit = reading.isInTrial ? patience : max(patience, Self.patienceBetweenTrials)
            if clock.now - lastWord > .seconds(limit) {
                worker.end()
                reading.hung(limit)
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

    mutating func take(_ data: Data) {
        rest.append(data)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
            rest = Data(rest[rest.index(after: end)...])
            take(line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
        }
    }

    private mutating func take(_ parts: [String]) {
        switch parts[0] {
        case "begin" where parts.count == 2:
            last = parts[1]
            isInTrial = true
        case "found" where parts.count == 3: found(Finding(signature: parts[1], detail: parts[2]))
        case "tally" where parts.count == 3: report.tallies[parts[1], default: 0] += Int(parts[2]) ?? 0
        case "end":
            report.trials += 1
            isInTrial = false
        case "void":
            report.voids += 1
            isInTrial = false
        default: break
        }
    }

    private mutating func found(_ finding: Finding) {
        let trial = last ?? ""
        report.add(finding, trial: trial)
        observe(
            "\(finding.signature): \(finding.detail.prefix(300))\n      repeat: \(report.command(repeating: trial))")
    }

    /// The worker died in the middle of a trial.
    mutating func crashed(_ ending: ChildProcess.Ending, _ errors: String) {
        finishTrial()
        let line =
            errors.split(separator: "\n").first { $0.contains("Fatal error") || $0.contains("Crash") }
            ?? errors.prefix(200)
        found(Finding(signature: "crash", detail: "\(ending) \(line)"))
    }

    mutating func hung(_ seconds: Double) {
        finishTrial()
        found(Finding(signature: "hang", detail: "longer than \(Int(seconds)) s"))
    }

    private mutating func finishTrial() {
        report.trials += 1
        isInTrial = false
        rest = Data()
    }
}
