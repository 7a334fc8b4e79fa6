internal import Foundation
internal import LayoutCFaults
internal import LayoutTestSupport

/// Files to import, well formed and not, with what Python's own readers make of them.
struct ImportCampaign: NumberedCampaign {
    static let name = "import"
    static let summary = "random and mutated CSV, TSV and NDJSON, compared with what Python's csv and json read"
    static let patience = 300.0
    /// How many files a trial has: one process of Python's judges them all.
    private static let files = 20

    /// The independent reader: a program in Python.
    static var oracle: [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: layout_import_oracle, count: layout_import_oracle_size))
    }

    private let settings: CampaignSettings
    private let runner: CommandRunner
    private let python: String?
    var number = 0

    init(_ settings: CampaignSettings) throws {
        self.settings = settings
        runner = try CommandRunner(directory: settings.directory)
        python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        try StoreFiles.write(Self.oracle, to: settings.file("imports.py"))
    }

    mutating func run() throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let directory = settings.file("files")
        try? FileManager.default.removeItem(atPath: directory)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        var messages: [String: (text: [UInt8], message: String)] = [:]
        for index in 0..<Self.files {
            let file = ImportFile(&random)
            let path = "\(directory)/\(index).\(file.format)"
            try StoreFiles.write(file.bytes, to: path)
            let run = try runner.run([
                "import", "\(directory)/\(index).db", path, "--dataset", "data", "--section", "part", "--key", "key",
                "--width", "width", "--height", "height", "--quiet",
            ])
            result.findings += run.findings(exits: [0, 1]).map {
                Finding(signature: $0.signature, detail: $0.detail + " " + Self.excerpt(file.bytes))
            }
            result.tally("files")
            try StoreFiles.write("\(run.exitCode ?? 99)", to: "\(directory)/\(index).exit")
            messages["\(index)"] = (file.bytes, run.message)
            // `file:line:column: class: fault`.
            if run.exitCode == 1, !run.message.contains("\(index).\(file.format)") {
                result.find("a refusal that does not name the file", run.message)
            }
        }
        try compare(directory, messages, &result)
        return result
    }

    private func compare(
        _ directory: String, _ messages: [String: (text: [UInt8], message: String)], _ result: inout TrialResult
    ) throws {
        guard let python else { return result.tally("files without Python to compare them") }
        let (output, errors) = (settings.file("oracle.txt"), settings.file("oracle-errors.txt"))
        let process = try ChildProcess(
            python, [settings.file("imports.py"), directory], directory: settings.directory, output: output,
            errors: errors)
        guard process.wait(seconds: 60) == .exit(0) else {
            throw CampaignError(
                "Python fails: " + String(decoding: try StoreFiles.bytes(errors).suffix(600), as: UTF8.self))
        }
        for line in String(decoding: try StoreFiles.bytes(output), as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let file = messages[parts[0]] else {
                throw CampaignError(
                    "Python printed "
                        + "“\(line)”")
            }
            result.tally("compared: \(parts[1])")
            switch parts[1] {
            case "same", "refused", "unsure": continue
            case "different":
                result.find("stores other rows than Python reads", parts[2] + " " + Self.excerpt(file.text))
            case "accepted": result.find("accepts what Python refuses", parts[2] + " " + Self.excerpt(file.text))
            default: result.find("refuses what Python reads", file.message.prefix(200) + " " + Self.excerpt(file.text))
            }
        }
    }

    private static func excerpt(_ bytes: [UInt8]) -> String {
        "[\(String(decoding: bytes.prefix(300), as: UTF8.self))]"
    }
}

/// A random file: rows spelled in many ways, and, half of the time, a few bytes changed.
struct ImportFile {
    var format: String
    var bytes: [UInt8]

    init(_ random: inout SeededGenerator) {
        format = ["csv", "tsv", "ndjson"].randomElement(using: &random) ?? "csv"
        let ends = ["\n", "\n", "\r\n", "\r"]
        let end =
            format == "ndjson"
            ? ["\n", "\r\n"].randomElement(using: &random) ?? "\n" : ends.randomElement(using: &random) ?? "\n"
        let rows = (0..<Int.random(in: 1...12, using: &random)).map { Self.values($0, &random) }
        var lines = format == "ndjson" ? rows.map { Self.object($0, &random) } : []
        if format != "ndjson" {
            let delimiter = format == "csv" ? "," : "\t"
            var names = ["part", "key", "width", "height", "title", "title\u{301}", "e\u{301}"].prefix(
                Int.random(in: 5...7, using: &random))
            names.shuffle(using: &random)
            lines =
                [names.joined(separator: delimiter)]
                + rows.map { row in
                    names.map { Self.field(row[$0] ?? nil, delimiter, &random) }.joined(separator: delimiter)
                }
        }
        var text = lines.joined(separator: end)
        if Bool.random(using: &random) { text += end }
        bytes = Array(text.utf8)
        if Int.random(in: 0..<8, using: &random) == 0 { bytes = [0xEF, 0xBB, 0xBF] + bytes }
        guard Bool.random(using: &random) else { return }
        for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&random) }
    }

    private static let texts = [
        "plain", "", " spaced ", "com,ma", "ta\tb", "quo\"te", "\"", "\"\"", "line\nend", "line\r\nend",
        "\u{301}combining", "\"\u{301}",
        "é", "e\u{301}", "日本語", "👩‍👩‍👧", "\u{202E}turned", "\u{2028}", "007", "1.10", "+49", "-0", "1e5",
        "12345678901234567890", "0.1",
        "0.00001", "5.0", "null", "true", "{}", "\\n", "\\", "'", ";", "|", "#", "\u{7F}", "\u{1}", "\u{FEFF}",
    ]
    private static let lengths = [
        "", "10", "0", "12.5", "1e2", "0.1", "99999.999", ".5", "5.", "+3", "1000000000", "00012", "1e-320", "-0",
    ]

    /// The columns of a row; nil for nothing.
    private static func values(_ row: Int, _ random: inout SeededGenerator) -> [String: String?] {
        [
            "part": ["a", "b", "c", "", "a\u{301}", "á"].randomElement(using: &random) ?? "",
            "key": Int.random(in: 0..<8, using: &random) == 0
                ? nil : (texts.randomElement(using: &random) ?? "") + "\(row)",
            "width": lengths.randomElement(using: &random) ?? "", "height": lengths.randomElement(using: &random) ?? "",
            "title": texts.randomElement(using: &random) ?? "",
            "title\u{301}": texts.randomElement(using: &random) ?? "",
            "e\u{301}": texts.randomElement(using: &random) ?? "",
        ]
    }

    private static func field(_ value: String?, _ delimiter: String, _ random: inout SeededGenerator) -> String {
        guard let value, !value.isEmpty else { return Int.random(in: 0..<6, using: &random) == 0 ? "\"\"" : "" }
        let special = value.unicodeScalars.contains { ["\"", "\n", "\r"].contains($0) || String($0) == delimiter }
        guard special || Int.random(in: 0..<4, using: &random) == 0 else { return value }
        // Scalar by scalar: a quote and a combining mark are one character.
        var result = "\"".unicodeScalars
        for scalar in value.unicodeScalars {
            if scalar == "\"" { result.append(scalar) }
            result.append(scalar)
        }
        result.append("\"")
        return String(result)
    }

    private static func object(_ values: [String: String?], _ random: inout SeededGenerator) -> String {
        var members: [String] = []
        for name in ["part", "key", "width", "height", "title", "e\u{301}"].shuffled(using: &random) {
            guard let value = values[name] ?? nil else { continue }
            let number =
                value.isEmpty || value.hasPrefix("+") || value.hasPrefix(".") || value.hasSuffix(".")
                    || value.hasPrefix("00") ? "null" : value
            members.append(
                "\(string(name, &random)):\(name == "width" || name == "height" ? number : string(value, &random))")
        }
        if Bool.random(using: &random) { members.append(#""more":{"list":[1,2.50,null,true,"x"],"n":1e3}"#) }
        return "{" + members.joined(separator: Bool.random(using: &random) ? "," : " , ") + "}"
    }

    private static func string(_ text: String, _ random: inout SeededGenerator) -> String {
        var result = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result.append(contentsOf: ["\\", scalar])
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            case "\t": result.append(contentsOf: "\\t".unicodeScalars)
            default:
                let isPlain = scalar.value >= 0x20 && Int.random(in: 0..<12, using: &random) > 0
                if isPlain || scalar.value > 0xFFFF {
                    result.append(scalar)
                } else {
                    let digits = String(scalar.value, radix: 16)
                    result.append(
                        contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
                }
            }
        }
        result.append("\"")
        return String(result)
    }

    private mutating func mutate(_ random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let special: [UInt8] = [0x22, 0x2C, 0x09, 0x0A, 0x0D, 0x00, 0xFF, 0xC3, 0x7B, 0x7D, 0x5C, 0x20, 0x2D, 0x30]
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2, 3: bytes.insert(special.randomElement(using: &random) ?? 0x22, at: place)
        case 4: bytes.removeSubrange(place...)
        case 5:
            let end = Int.random(in: place..<bytes.count, using: &random)
            bytes.insert(contentsOf: bytes[place...end], at: place)
        default: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        }
    }
}
