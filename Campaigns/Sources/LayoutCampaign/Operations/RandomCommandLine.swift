internal import LayoutTestSupport

/// Draws command lines for a directory with a store `s.db` and some files to read. Some are as they should be, most
/// almost so, a few nothing of the kind.
struct RandomCommandLine {
    /// The program's commands.
    let commands: [String]
    private var random: SeededGenerator
    /// Whether numbers and places are ordinary.
    private var isOrdinary: Bool

    init(_ commands: [String], random: SeededGenerator) {
        self.commands = commands
        self.random = random
        isOrdinary = true
        isOrdinary = self.random.next() % 2 == 0
    }

    mutating func draw() -> [String] {
        let command = one(commands)
        var arguments = [command] + rest(of: command)
        guard !isOrdinary else { return arguments }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            guard !arguments.isEmpty else { return [] }
            spoil(&arguments)
        }
        return arguments
    }

    private mutating func one(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }

    private mutating func number() -> String {
        one(isOrdinary ? Self.ordinaryNumbers : Self.numbers)
    }

    private mutating func place() -> String { one(isOrdinary ? ["0/0", "0/1", "1/2", "0/999"] : Self.places) }

    private mutating func numbers(_ count: Int) -> String { (0..<count).map { _ in number() }.joined(separator: ",") }

    private static let ordinaryNumbers = ["0", "1", "10", "0.5", "120", "44.25"]
    private static let numbers = [
        "0", "1", "-1", "10", "0.5", "1e308", "1e309", "nan", "inf", "-0", "1e-320", "9223372036854775808", "٣", "1,5",
        "0x10", "",
    ]
    private static let places = [
        "0/0", "1/2", "0/999", "-1/0", "9223372036854775807/0", "0/9223372036854775808", "0", "a/b", "0/0/0", "1/-1",
    ]
    private static let names = [
        "s.db", "wall", "shelf", "data", "none.db", "rows.csv", "rows.ndjson", "flow.json", "-", "", "k4", "s.db/",
        "/dev/null",
    ]
    private static let texts = [
        "\u{1B}[31m", "a\u{202E}b", "\u{2028}", "\u{301}", "“”", "''", "\"", "--", "-", "=", "a=b", "é",
        String(repeating: "x", count: 3000),
    ]
    private static let options = [
        "--help", "--quiet", "--format", "--format=json", "--format=\u{301}", "--nonsense", "--key=k1", "--", "-o",
        "--to=0/0",
    ]

    private mutating func rest(of command: String) -> [String] {
        let layout = one(["wall", "shelf"])
        let format = ["--format", one(["json", "csv", "ndjson", "table"])]
        switch command {
        case "import":
            let sizes = [
                "--section", "part", "--key", "key", "--width", "width", "--height", one(["height", "title"]),
            ]
            let faults = [
                "--max-errors", one(["0", "5", "20"]), "--rejects",
                one(["rejects.csv", "rejects.csv", "s.db", "/none/x"]),
            ]
            return ["s.db", one(["rows.csv", "rows.ndjson", "flow.json"]), "--dataset", one(["data", "more"])] + sizes
                + [one(["--append", "--replace", "--upsert", "--dry-run"])] + (isOrdinary ? [] : faults)
        case "layout":
            let definition = one(["flow.json", #"{"layout":"table"}"#, isOrdinary ? #"{"layout":"canvas"}"# : "{}"])
            let container = isOrdinary ? "320x480" : one(["0x0", "x", "1e10x5", "nanxnan"])
            return [
                "s.db", one(["wall", "new"]), "--dataset", "data", "--definition", definition, "--container", container,
            ]
        case "visible", "explain": return ["s.db", layout, "--rect", numbers(4)] + format
        case "render":
            return [
                "s.db", layout, "--rect", numbers(4), "-o", isOrdinary ? "picture.svg" : one(["s.db", "/none/x.svg"]),
            ]
        case "frame": return ["s.db", layout, place()] + format
        case "resize": return ["s.db", "data", place(), "--height", number()]
        case "insert":
            return ["s.db", "data"]
                + (one(["", "section"]).isEmpty ? [place(), "--height", number()] : ["--section", number()])
        case "delete":
            return ["s.db", "data"] + (one(["", "section"]).isEmpty ? [place()] : ["--key", "k\(number())"])
        case "move": return ["s.db", "data", place(), "--to", place()]
        case "snap": return ["s.db", layout, "--proposed", numbers(2), "--velocity", numbers(2)]
        case "stops": return ["s.db", layout, number()]
        case "anchor": return ["s.db", layout, "--offset", numbers(2), "--edge", one(["start", "end"])]
        case "recenter": return ["s.db", layout, "--offset", numbers(2), "--sets", number()]
        case "restore":
            let anchors = [#"{"edge":"start","atLimit":true}"#, #"{"edge":"end","key":"k4","distance":5}"#]
            let odd = [
                "{}", "null", #"{"edge":"start","section":1e300}"#, #"{"edge":"end","key":"k4","distance":1e308}"#,
            ]
            return ["s.db", layout, "--anchor", one(isOrdinary ? anchors : odd)]
        case "prepare": return ["s.db"] + (isOrdinary ? [] : [one(["wall", "none", "--format"])])
        case "status": return ["s.db"] + format
        case "verify": return ["s.db"] + (isOrdinary ? [] : ["--repair"])
        case "help": return [one(commands)]
        case "remove": return ["s.db", "--layout", one(["new", "shelf"])]
        case "export": return ["s.db", layout, "--format", one(["csv", "ndjson", "geojson"])]
        case "copy": return ["s.db", isOrdinary ? "copy\(random.next()).db" : "s.db"]
        case "compact": return ["s.db"]
        case "completion": return [one(["bash", "zsh", "fish"])]
        case "schema": return [one(["flow", "table", "none"])]
        default: return [one(Self.names), one(Self.names)]
        }
    }

    private mutating func spoil(_ arguments: inout [String]) {
        let place = Int.random(in: 0..<arguments.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: arguments.remove(at: place)
        case 1: arguments.insert(one(Self.names + Self.texts), at: place)
        case 2: arguments[place] = one(Self.numbers + Self.places + Self.texts)
        case 3: arguments.append(one(Self.options))
        case 4: arguments.swapAt(place, Int.random(in: 0..<arguments.count, using: &random))
        default: arguments[place] += one(Self.texts)
        }
    }
}
