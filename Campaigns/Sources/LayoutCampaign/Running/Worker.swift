internal import Foundation
internal import LayoutTestSupport

/// A worker’s report on standard output: a line of JSON.
enum WorkerLine: Codable {
    case begun(String)
    case ended(TrialResult)
}

/// Runs a campaign's trials in this process. If it dies, the supervisor has read how far it came.
struct Worker {
    var seed: UInt64
    /// Begin after the trial of this name.
    var after: String?
    /// Run the trial of this name only.
    var only: String?
    var trials: Int?
    var seconds: Double?
    /// Whether the disk falsely reports that it synced.
    var forgetsSyncs: Bool

    func run(_ kind: CampaignKind) throws {
        // For all of them: the worker's own files are not worth waiting for a real disk.
        try FaultyMachine.install(forgetsSyncs: forgetsSyncs)
        let scratch = try ScratchDirectory()
        let start = ContinuousClock.now
        var campaign = try kind.make(CampaignSettings(seed: seed, directory: scratch.path, seconds: seconds))
        var skipsTo = after ?? only
        var done = 0
        while let name = try campaign.next() {
            if let target = skipsTo {
                guard name == target else { continue }
                skipsTo = nil
                if after != nil { continue }
            }
            try say(.begun(name))
            let result = try campaign.run()
            try say(.ended(result))
            done += result.counts ? 1 : 0
            if only != nil || done >= trials ?? .max { break }
            if let seconds, ContinuousClock.now - start > .seconds(seconds) { break }
        }
        withExtendedLifetime(scratch) {}
    }

    /// Writes a line at once: buffered text dies with the process.
    private func say(_ line: WorkerLine) throws {
        TextOutput.standard.write(String(decoding: try JSONEncoder().encode(line), as: UTF8.self) + "\n")
    }
}
