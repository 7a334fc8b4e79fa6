internal import LayoutSQLite
internal import LayoutTestSupport

/// Random command lines: no crash, no hang, a word for each failure, and the store as whole as before.
struct CommandCampaign: NumberedCampaign {
    static let name = "commands"
    static let summary =
        "random command lines: no crash, a word for each failure, and a store that is as whole as before"
    static let patience = 40.0

    private let settings: CampaignSettings
    private let runner: CommandRunner
    var number = 0

    init(_ settings: CampaignSettings) throws {
        self.settings = settings
        runner = try CommandRunner(directory: settings.directory)
        try StoreFiles.write(ImportRows.delimited(first: 500, count: 12), to: settings.file("rows.csv"))
        try StoreFiles.write(ImportRows.objects(first: 600, count: 12), to: settings.file("rows.ndjson"))
        try StoreFiles.write(#"{"layout":"flow","itemSpacing":4}"#, to: settings.file("flow.json"))
    }

    mutating func run() throws -> TrialResult {
        var result = TrialResult()
        var commandLine = RandomCommandLine(random: settings.random(number))
        // Some commands on one store, one after the other.
        if (number - 1).isMultiple(of: 10) || !StoreFiles.exists(settings.file("s.db")) {
            let recipe = StoreRecipe(seed: settings.seed &+ UInt64(number / 100), directory: settings.directory)
            try recipe.make(.prepared, at: settings.file("s.db"))
        }
        let before = try StoreFiles.bytes(settings.file("s.db"))
        let arguments = commandLine.draw()
        let run = try runner.run(arguments)
        result.findings += run.findings(exits: [0, 1, 2, 3, 4, 5, 6])
        result.tally(run.ending.description)
        if run.exitCode == 2 {
            if try StoreFiles.bytes(settings.file("s.db")) != before {
                result.find("a refused command line changed the store")
            }
            if !run.output.isEmpty { result.find("a refused command line wrote to standard output") }
        }
        try judgeStore(&result)
        for index in result.findings.indices {
            result.findings[index].detail += " [\(arguments.joined(separator: " ").prefix(300))]"
        }
        return result
    }

    /// Whether the store is one still, and in order.
    private func judgeStore(_ result: inout TrialResult) throws {
        let path = settings.file("s.db")
        guard StoreFiles.exists(path) else { return result.find("the store is gone") }
        let magic = Array("SQLite format 3\0".utf8)
        guard try Array(StoreFiles.bytes(path).prefix(16)) == magic else {
            StoreFiles.remove(path)
            return result.find("the store was overwritten")
        }
        let verification = try runner.run(["verify", path])
        if !verification.isDone {
            result.find(
                "not in order afterwards",
                verification.message + String(decoding: verification.output.prefix(300), as: UTF8.self))
            StoreFiles.remove(path)
        }
    }
}
