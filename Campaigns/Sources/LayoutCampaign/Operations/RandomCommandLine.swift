internal import LayoutTestSupport

/// Draws command lines for a directory with a store `s.db` and some files to read. Some are as they should be, most
/// almost so, a few nothing of the kind.
struct RandomCommandLine {
    private var random: SeededGenerator
    /// Whether numbers and places are ordinary.
    private let isOrdinary: Bool

    init(random: SeededGenerator) {
        var random = random
        isOrdinary = random.next() % 2 == 0
        self.random = random
    }

    mutating func draw() -> [String] {
        let command = one(Self.commands)
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

    /// The words behind each command, a line for each form. `|` stands between alternatives, `#` for a number, `@` for
    /// a place, and `%` for a number that no other line has.
    private static let forms = forms(
        """
        import s.db rows.csv|rows.ndjson|flow.json --dataset data|more --section part --key key --width width \
        --height height|title --append|--replace|--upsert|--dry-run
        layout s.db wall|new --dataset data --definition flow.json|{"layout":"table"}|{"layout":"canvas"} \
        --container 320x480
        visible s.db wall|shelf --rect #,#,#,# --format json|csv|ndjson|table
        explain s.db wall|shelf --rect #,#,#,# --format json|csv|ndjson|table
        render s.db wall|shelf --rect #,#,#,# -o picture.svg
        frame s.db wall|shelf @ --format json|csv|ndjson|table
        resize s.db data @ --height #
        insert s.db data @ --height #
        insert s.db data --section #
        delete s.db data @
        delete s.db data --key k#
        move s.db data @ --to @
        delete s.db --layout new|shelf
        scroll snap s.db wall|shelf --proposed #,# --velocity #,#
        scroll stops s.db wall|shelf #
        scroll anchor s.db wall|shelf --offset #,# --edge start|end
        scroll recenter s.db wall|shelf --offset #,# --sets #
        scroll restore s.db wall|shelf --anchor {"edge":"start","atLimit":true}|{"edge":"end","key":"k4","distance":5}
        search s.db wall|shelf row|k4|none
        collapse s.db wall|shelf #
        expand s.db wall|shelf #
        prepare s.db
        status s.db --format json|csv|ndjson|table
        verify s.db
        help import|visible|verify
        export s.db wall|shelf --format csv|ndjson|geojson
        copy s.db copy%.db
        compact s.db
        completion bash|zsh|fish
        schema flow|table|none
        follow NAME NAME
        manual NAME NAME
        extension NAME NAME
        """)

    /// More of them, if numbers and places are not ordinary.
    private static let oddForms = forms(
        """
        import s.db rows.csv|rows.ndjson|flow.json --dataset data|more --section part --key key --width width \
        --height height|title --append|--replace|--upsert|--dry-run --max-errors 0|5|20 \
        --rejects rejects.csv|rejects.csv|s.db|/none/x
        layout s.db wall|new --dataset data --definition flow.json|{"layout":"table"}|{} \
        --container 0x0|x|1e10x5|nanxnan
        render s.db wall|shelf --rect #,#,#,# -o s.db|/none/x.svg
        scroll restore s.db wall|shelf --anchor \
        {}|null|{"edge":"start","section":1e300}|{"edge":"end","key":"k4","distance":1e308}
        prepare s.db wall|none|--format
        verify s.db --repair
        copy s.db s.db
        """)

    private static func forms(_ lines: String) -> [String: [[Substring]]] {
        lines.split(separator: "\n").reduce(into: [:]) { forms, line in
            let words = line.split(separator: " ")
            forms[String(words[0]), default: []].append(Array(words.dropFirst()))
        }
    }

    /// The commands whose lines are drawn. Measuring, demonstrating and serving take their time, and are not among
    /// them.
    static let commands = forms.keys.sorted()

    private mutating func rest(of command: String) -> [String] {
        let forms = Self.forms[command, default: []] + (isOrdinary ? [] : Self.oddForms[command, default: []])
        return (forms.randomElement(using: &random) ?? []).map { word in
            if word == "NAME" { return one(Self.names) }
            return one(word.split(separator: "|").map(String.init)).map { character in
                switch character {
                case "#": number()
                case "@": place()
                case "%": "\(random.next())"
                default: String(character)
                }
            }.joined()
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
