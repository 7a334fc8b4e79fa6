internal import LayoutSQLite
internal import LayoutTestSupport

/// Random command lines: no crash, no hang, a word for each failure, and the store as whole as before.
struct CommandCampaign: Campaign {
    static let name = "commands"
    static let summary = "random command lines: no crash, a word for each failure, and a store that is as whole as before"
    static let patience = 40.0

    private let settings: CampaignSettings
    private let runner: CommandRunner
    private let commands: [String]
    private let fresh: FreshFrames
    private var number = 0

    init(_ settings: CampaignSettings) throws {
        self.settings = settings
        runner = try CommandRunner(directory: settings.directory)
        fresh = FreshFrames(directory: settings.directory)
        let help = String(decoding: try runner.run(["help"]).output, as: UTF8.self)
        let known = [
            "import", "layout", "prepare", "visible", "frame", "resize", "insert", "delete", "move", "snap", "stops", "recenter",
            "anchor", "restore", "status", "verify", "render", "help", "remove", "adopt", "export", "copy", "compact", "explain",
            "completion", "manual", "schema", "extension",
        ]
        // What the program has; measuring, demonstrating and serving take their time and change other files.
        commands = known.filter { help.contains("\n  " + $0) || help.contains("  " + $0 + " ") }
        try StoreFiles.write(ImportRows.delimited(first: 500, count: 12), to: settings.file("rows.csv"))
        try StoreFiles.write(ImportRows.objects(first: 600, count: 12), to: settings.file("rows.ndjson"))
        try StoreFiles.write(#"{"layout":"flow","itemSpacing":4}"#, to: settings.file("flow.json"))
    }

    mutating func next() -> String? {
        number += 1
        return "\(number)"
    }

    mutating func run() throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        // Some commands on one store, one after the other.
        if (number - 1).isMultiple(of: 10) || !StoreFiles.exists(settings.file("s.db")) {
            let recipe = StoreRecipe(seed: settings.seed &+ UInt64(number / 100), directory: settings.directory)
            try recipe.make(.prepared, at: settings.file("s.db"))
        }
        let before = try StoreFiles.bytes(settings.file("s.db"))
        let arguments = draw(&random)
        let run = try runner.run(arguments)
        result.findings += run.findings(exits: [0, 1, 2, 3, 4, 5, 6])
        result.tally(run.ending.description)
        if run.exitCode == 2 {
            if try StoreFiles.bytes(settings.file("s.db")) != before { result.find("a refused command line changed the store") }
            if !run.output.isEmpty { result.find("a refused command line wrote to standard output") }
        }
        try judgeStore(&result)
        for index in result.findings.indices { result.findings[index].detail += " [\(arguments.joined(separator: " ").prefix(300))]" }
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
            result.find("not in order afterwards", verification.message + String(decoding: verification.output.prefix(300), as: UTF8.self))
            StoreFiles.remove(path)
        }
    }

    private func draw(_ random: inout SeededGenerator) -> [String] {
        func one(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
        let names = ["s.db", "wall", "shelf", "data", "none.db", "rows.csv", "rows.ndjson", "flow.json", "-", "", "k4", "s.db/", "/dev/null"]
        let places = ["0/0", "1/2", "0/999", "-1/0", "9223372036854775807/0", "0/9223372036854775808", "0", "a/b", "0/0/0", "1/-1"]
        let numbers = ["0", "1", "-1", "10", "0.5", "1e308", "1e309", "nan", "inf", "-0", "1e-320", "9223372036854775808", "٣", "1,5", "0x10"]
        let texts = ["\u{1B}[31m", "a\u{202E}b", "\u{2028}", "\u{301}", "“”", "''", "\"", "--", "-", "=", "a=b", String(repeating: "x", count: 3000), "é"]
        var pairs: [String] { (0..<2).map { _ in one(numbers) } }
        func rect() -> String { (0..<4).map { _ in one(numbers) }.joined(separator: ",") }
        var arguments = [one(commands)]
        let template: [String]
        switch arguments[0] {
        case "import":
            template = ["s.db", one(["rows.csv", "rows.ndjson", "flow.json", "s.db", "none"]), "--dataset", one(["data", "more", ""]),
                        "--key", one(["key", "none"]), "--height", one(["height", "title"]), one(["--append", "--replace", "--upsert", "--dry-run"]),
                        "--max-errors", one(["0", "5", "-1"]), "--rejects", one(["rejects.csv", "s.db", "/none/x", "rows.csv.out"])]
        case "layout": template = ["s.db", one(["wall", "new", ""]), "--dataset", one(["data", "none"]), "--definition", one(["flow.json", "{}", #"{"layout":"table"}"#, "none.json"]), "--container", one(["320x480", "0x0", "x", "1e10x5", "nanxnan"])]
        case "prepare", "status", "verify": template = ["s.db"] + (Bool.random(using: &random) ? [one(["wall", "none", "--repair", "--format", "--deep"])] : [])
        case "visible", "explain": template = ["s.db", one(["wall", "shelf", "none"]), "--rect", rect(), "--format", one(["json", "csv", "ndjson", "table", "xml"])]
        case "render": template = ["s.db", one(["wall", "shelf"]), "--rect", one(["0,0,200,200", rect()]), "-o", one(["picture.svg", "/none/x.svg", "s.db"])]
        case "frame": template = ["s.db", one(["wall", "none"]), one(places)]
        case "resize": template = ["s.db", "data", one(places), "--height", one(numbers)]
        case "insert", "delete", "move": template = ["s.db", "data", one(places), one(places + ["--section", "--key"])]
        case "snap": template = ["s.db", "wall", "--proposed", pairs.joined(separator: ","), "--velocity", pairs.joined(separator: ",")]
        case "anchor", "recenter": template = ["s.db", "wall", "--offset", pairs.joined(separator: ","), "--sets", one(numbers)]
        case "restore": template = ["s.db", "wall", "--anchor", one(["{}", "null", #"{"edge":"start","section":1e300}"#, #"{"edge":"end","key":"k4","distance":1e308}"#])]
        default: template = [one(names), one(names)]
        }
        arguments += template
        // Most lines are almost right; some are nothing of the kind.
        for _ in 0..<[0, 0, 1, 1, 2, 5][Int.random(in: 0..<6, using: &random)] {
            let place = Int.random(in: 0..<arguments.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: arguments.remove(at: place)
            case 1: arguments.insert(one(names + texts), at: place)
            case 2: arguments[place] = one(numbers + places + texts)
            case 3: arguments.append(one(["--help", "--quiet", "--format", "--format=json", "--format=\u{301}", "--nonsense", "--key=k1", "--", "-o"]))
            case 4: arguments.swapAt(place, Int.random(in: 0..<arguments.count, using: &random))
            default: arguments[place] += one(texts)
            }
            if arguments.isEmpty { return [] }
        }
        return arguments
    }
}
