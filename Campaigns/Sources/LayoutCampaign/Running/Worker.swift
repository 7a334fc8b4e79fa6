internal import LayoutTestSupport

/// Runs a campaign's trials in this process, and reports them on standard output, a line at a time. If it dies, the
/// supervisor reads how far it came.
struct Worker {
    var seed: UInt64
    /// Begin after the trial of this name.
    var after: String?
    /// Run the trial of this name only.
    var only: String?
    var trials: Int?
    var seconds: Double?

    /// Whether the disk falsely reports that it synced.
    var forgetsSyncs = false

    func run<Kind: Campaign>(_ kind: Kind.Type) throws {
        // For all of them: the worker's own files are not worth waiting for a real disk.
        try FaultyMachine.install(forgetsSyncs: forgetsSyncs)
        let scratch = try ScratchDirectory()
        let clock = ContinuousClock()
        var campaign = try kind.init(CampaignSettings(seed: seed, directory: scratch.path, seconds: seconds))
        let start = clock.now
        var skipsTo = after ?? only
        var done = 0
        while let name = try campaign.next() {
            if let target = skipsTo {
                guard name == target else { continue }
                skipsTo = nil
                if after != nil { continue }
            }
            say("begin", name)
            let result = try campaign.run()
            for finding in result.findings { say("found", finding.signature, finding.detail) }
            for (what, count) in result.tallies { say("tally", what, "\(count)") }
            say(result.counts ? "end" : "void")
            done += result.counts ? 1 : 0
            if only != nil || done >= trials ?? .max { break }
            if let seconds, clock.now - start > .seconds(seconds) { break }
        }
        withExtendedLifetime(scratch) {}
    }

    /// Writes a line at once: buffered text dies with the process.
    private func say(_ parts: String...) {
        TextOutput.standard.write(parts.map(Self.escape).joined(separator: "\t") + "\n")
    }

    private static func escape(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\t": result.append(contentsOf: "\\t".unicodeScalars)
            case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}": result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
