import Foundation
import LayoutEngine
import LayoutTestSupport
import LayoutText
import Testing
@testable import LayoutRecords

@Suite("Reading records") struct RecordReaderTests {
    static let tricky =
        "\u{FEFF}key,\"na\"\"me\",note\r\n" + "a,\"x\r\ny\",\r\r\n\n\"\",\"é,\"\"𝄞\"\"\",5\" pipe\n"
        + ",,\r\"last\",\"\n\n\",\"\"\"\""

    @Test("A tricky file reads the same through every window", arguments: 1...80)
    func windows(size: Int) throws {
        let read = try ReadText.read(Self.tricky, format: .csv, bufferSize: size)
        #expect(read.columns == ["key", "na\"me", "note"])
        #expect(
            read.rows == [
                ["a", "x\r\ny", ""], ["", "é,\"𝄞\"", "5\" pipe"], ["", "", ""], ["last", "\n\n", "\""],
            ])
        #expect(read.lines == [2, 6, 7, 8])
        #expect(read.errors == [])
    }

    @Test(
        "A compressed file is named, with the command that prints what is in it",
        arguments: [
            ([0x1F, 0x8B, 8, 0], "gzip", "zcat"), ([0x50, 0x4B, 3, 4], "ZIP", "unzip -p"),
            ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard", "zstdcat"),
            ([0x42, 0x5A, 0x68, 0x39, 0x31, 0x41], "bzip2", "bzcat"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz", "xzcat"),
        ] as [([UInt8], String, String)])
    func compressed(_ bytes: [UInt8], _ name: String, _ command: String) {
        for format in [ImportFormat.csv, .ndjson, nil] {
            let error = refusal { try RecordReader(.bytes(bytes + [0x80, 1, 2, 3]), format: format) }
            #expect(error?.code == .unsupportedEncoding)
            #expect(error?.message == "the file is compressed: \(name)")
            #expect(error?.advice == "Print what is in it: \(command) FILE | layoutctl import DB -")
        }
    }

    @Test("Random tables written by a plain writer read back", arguments: TestSettings.seedArguments(60))
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let delimiter: Unicode.Scalar = [",", "\t", ";", "|", " "].randomElement(using: &random)!
        let format = ImportFormat.delimited(by: delimiter)
        let pieces = [
            "a", "é", "𝄞", "\"", ",", "\t", ";", "|", "\r\n", "\n", "\r", " ", "1", "long text without anything", "\\",
        ]
        let columnCount = Int.random(in: 2...5, using: &random)
        var text = (0..<columnCount).map { "c\($0)" }.joined(separator: "\(delimiter)") + "\n"
        var rows: [[String]] = []
        let rowCount = Int.random(in: 0...40, using: &random)
        for row in 0..<rowCount {
            let fields = (0..<columnCount).map { _ in
                (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
            }
            rows.append(fields)
            text += fields.map { field in
                let needsQuotes = field.utf8.contains { [0x0A, 0x0D, 0x22, UInt8(ascii: delimiter)].contains($0) }
                guard needsQuotes || Int.random(in: 0..<3, using: &random) == 0 else { return field }
                return "\"" + field.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
            }.joined(separator: "\(delimiter)")
            if row < rowCount - 1 || Bool.random(using: &random) {
                // Not a lone CR where the next line could begin with LF; the writer never does that.
                text += ["\n", "\r\n", "\r"].randomElement(using: &random)!
            }
        }
        let bufferSize = Int.random(in: 1...200, using: &random)
        let read = try ReadText.read(text, format: format, bufferSize: bufferSize)
        #expect(read.rows == rows, "seed \(seed)")
        #expect(read.errors == [], "seed \(seed)")
    }

    @Test("Random objects read back member by member", arguments: TestSettings.seedArguments(60))
    func objectRoundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let values = [
            "1", "-0.5e+3", "null", "true", "false", #""""#, #""a\"b\\\u00e9\ud834\udd1e""#, "[]", "{}",
            #"[1,[2,{"x":[]}],"]"]"#, #"{"a":{"b":"}"}}"#, #""é𝄞,{[""#,
        ]
        let spaces = ["", " ", "\t", "  "]
        var text = ""
        var rows: [[String]] = []
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            func space() -> String { spaces.randomElement(using: &random)! }
            var row: [String] = []
            let members = (0..<Int.random(in: 0...5, using: &random)).map { member -> String in
                let value = values.randomElement(using: &random)!
                row += ["k\"\(member)", value]
                return space() + "\"k\\u0022\(member)\"" + space() + ":" + space() + value + space()
            }
            rows.append(row)
            text += space() + "{" + members.joined(separator: ",") + (members.isEmpty ? space() : "") + "}" + space()
            text += ["\n", "\r\n", "\n\n", "\n \t\n"].randomElement(using: &random)!
        }
        let read = try ReadText.read(text, format: .ndjson, bufferSize: Int.random(in: 1...300, using: &random))
        #expect(read.rows == rows, "seed \(seed)")
        #expect(read.errors == [], "seed \(seed)")
    }

    /// A text with an error in it.
    struct Faulty: CustomTestStringConvertible, Sendable {
        var format: ImportFormat
        var bytes: [UInt8]
        var error: String
        /// How many rows are read beside the error; nil if nothing can be read.
        var rowCount: Int?
        var testDescription: String { error }

        /// Reads a paragraph of `Cases/faults.txt`: the format, how many rows are read or `none`, and the text in JSON;
        /// below them the error.
        init(_ paragraph: DataFile.Case) throws {
            let words = paragraph.heading.split(separator: " ", maxSplits: 2)
            format = try #require(["csv": .csv, "tsv": .tsv, "ndjson": .ndjson][words[0]])
            rowCount = Int(words[1])
            guard case .string(let text) = try JSONValue(parsing: String(words[2])) else { throw CancellationError() }
            (bytes, error) = (Array(text.utf8), paragraph.text)
        }

        static func all() throws -> [Faulty] {
            let cases = DataFile("Cases/faults.txt").cases
            try #require(!cases.isEmpty)
            return try cases.map(Faulty.init)
        }
    }

    @Test(
        "A bad record is reported where it is, and the rest are read", arguments: try Faulty.all(), [1, 2, 5, 7, 1000])
    func badRecords(bad: Faulty, bufferSize: Int) throws {
        if let rowCount = bad.rowCount {
            let read = try ReadText.read(bad.bytes, format: bad.format, bufferSize: bufferSize)
            #expect(read.errors == [bad.error] && read.rows.count == rowCount, "\(read)")
        } else {
            let error = refusal { try ReadText.read(bad.bytes, format: bad.format, bufferSize: bufferSize) }
            #expect(error?.withCode == bad.error)
        }
    }

    @Test("Nesting stops where SQLite's JSON functions do")
    func depth() throws {
        func text(_ depth: Int) -> String {
            "{\"a\":" + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
        }
        #expect(try ReadText.read(text(1000), format: .ndjson).errors == [])
        #expect(
            try ReadText.read(text(1001), format: .ndjson).errors
                == ["file:1:1005: invalidJSON: expected at most 1000 levels of nesting"])
    }

    static let badBytes: [(bytes: [UInt8], byte: String)] = [
        ([0xFF], "FF"), ([0x80], "80"), ([0xC0, 0x80], "C0"), ([0xC3], "C3"), ([0xE0, 0x80, 0x80], "E0"),
        ([0xED, 0xA0, 0x80], "ED"), ([0xF4, 0x90, 0x80, 0x80], "F4"), ([0xF5], "F5"), ([0xE2, 0x82], "E2"),
    ]

    @Test("Bytes that are not UTF-8 are found, and later lines are read", arguments: badBytes, 1...24)
    func invalidUTF8(bad: (bytes: [UInt8], byte: String), bufferSize: Int) throws {
        let bytes = Array("a,b\nü1,2\n3,é€𝄞".utf8) + bad.bytes + Array(",x\n5,6".utf8)
        let read = try ReadText.read(bytes, format: .csv, bufferSize: bufferSize)
        #expect(read.errors == ["file:3:6: invalidUTF8: the byte 0x\(bad.byte) is not valid UTF-8 here"])
        #expect(read.rows == [["ü1", "2"], ["5", "6"]])
    }

    @Test(
        "Valid UTF-8 passes, and the rest agrees with the standard library",
        arguments: TestSettings.seedArguments(200))
    func validation(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let interesting: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF3, 0xF4,
        ]
        for _ in 0..<100 {
            let bytes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                interesting.randomElement(using: &random)!
            }
            let padded = bytes + [UInt8](repeating: 0xFF, count: ByteScanner.wordPadding)
            let outcome = SourceBuffer.firstFault(in: padded.span, range: 0..<bytes.count, isFinal: true)
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            #expect((outcome.fault == nil) == isValid, "seed \(seed), bytes \(bytes)")
            let sound = String(validating: bytes[..<(outcome.fault ?? 0)], as: UTF8.self)
            #expect(sound != nil, "seed \(seed), bytes \(bytes)")
        }
    }

    @Test(
        "UTF-16 is named, with the way out",
        arguments: [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61]] as [[UInt8]])
    func utf16(bytes: [UInt8]) {
        #expect(
            refusal { try ReadText.read(bytes) }?.withAdvice
                == "file:1:1: unsupportedEncoding: the text is UTF-16, by its byte order mark / "
                + "Convert it first: iconv -f UTF-16 -t UTF-8 FILE.")
    }

    @Test("Directories and missing files are distinguished")
    func notFiles() {
        let directory = refusal { try RecordReader(.file("/")) }
        #expect(directory?.withAdvice == "/: isDirectory: this is a directory, not a file / Name a file inside it.")
        let missing = refusal { try RecordReader(.file("/no/such")) }
        #expect(missing?.withAdvice == "/no/such: fileNotFound: there is no such file")
    }

    #if os(Linux)
    @Test("A file that opens but cannot be read is reported with the reason")
    func failingRead() {
        // The first page of a process's own memory is never mapped: reading it is an input/output error.
        let error = refusal { try RecordReader(.file("/proc/self/mem"), format: .csv) }
        #expect(error?.withAdvice == "/proc/self/mem: unreadable: cannot be read: Input/output error")
    }
    #endif

    @Test("Header names that only look alike are different columns")
    func canonicallyEqualColumns() throws {
        let read = try ReadText.read("\u{E9},e\u{301}\n1,2\n", format: .csv)
        #expect(read.columns.map { Array($0.utf8) } == [Array("\u{E9}".utf8), Array("e\u{301}".utf8)])
        #expect(read.rows == [["1", "2"]])
    }

    static let guesses: [(name: String, text: String, format: ImportFormat)] = [
        ("x.CSV", "a\tb\n", .csv), ("x.tab", "a,b\n", .tsv), ("x.jsonl", "{}", .ndjson), ("x", " {}", .ndjson),
        ("x", "[]", .ndjson), ("x.txt", "a\tb,c\td\n", .tsv), ("x", "a,b\n", .csv), ("standard input", "a\n", .csv),
    ]

    @Test("A character that cannot separate fields is refused", arguments: ["\"", "\n", "\r", "é"] as [Unicode.Scalar])
    func separators(separator: Unicode.Scalar) {
        let error = refusal { try RecordReader(.bytes(Array("a\n".utf8)), format: .delimited(by: separator)) }
        #expect(error?.code == .invalidOptions)
    }

    @Test("The format is guessed from the name, then from the text", arguments: guesses)
    func guess(guess: (name: String, text: String, format: ImportFormat)) throws {
        #expect(try RecordReader(.bytes(Array(guess.text.utf8), name: guess.name)).format == guess.format)
    }

    @Test("A record longer than can be stored is refused where it begins", arguments: [1, 10, 64])
    func recordTooLong(bufferSize: Int) {
        let text = "a\n1\n\"" + String(repeating: "x\n", count: 100)
        let error = #expect(throws: LayoutError.self) {
            var reader = try RecordReader(
                .bytes(Array(text.utf8), name: "file"), bufferSize: bufferSize, maximumRecordLength: 100)
            while try reader.next() {}
        }
        #expect(error?.withCode == "file:3:1: recordTooLong: the record that begins here is longer than 100 bytes")
    }

    @Test("A file that gets the number of a closed standard input reads like any other")
    func closedStandardInput() async throws {
        let directory = try ScratchDirectory()
        let path = directory.file("rows.csv")
        try "a\n1\n".write(toFile: path, atomically: false, encoding: .utf8)
        await #expect(processExitsWith: .success) { [path = path as String] in
            _ = close(STDIN_FILENO)
            var reader = try RecordReader(.file(path))
            while try reader.next() { #expect(reader.batch.rowCount == 1) }
        }
    }

    @Test("A pipe that yields a few bytes at a time reads like a file")
    func pipe() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("pipe")
        let result = unsafe mkfifo(path, 0o600)
        try #require(result == 0)
        let writer = Thread {
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            for start in stride(from: 0, to: Self.tricky.utf8.count, by: 3) {
                file.write(Data(Array(Self.tricky.utf8).dropFirst(start).prefix(3)))
            }
        }
        writer.start()
        var reader = try RecordReader(.file(path), format: .csv)
        #expect(reader.progress.total == nil)
        var rowCount = 0
        while try reader.next() { rowCount += reader.batch.rowCount }
        #expect(rowCount == 4)
        #expect(reader.columns == ["key", "na\"me", "note"])
    }

    @Test(
        "Any bytes read the same through every window", arguments: [ImportFormat.csv, .tsv, .ndjson],
        TestSettings.seedArguments(150))
    func anyBytes(format: ImportFormat, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = [
            "a", "1", ",", "\t", "\"", "\"\"", "\n", "\r", "\r\n", "é", "𝄞", "{", "}", "\"k\":", "[", "]", "\\u0041",
            "{\"k\":1}\n", "\u{0}",
        ]
        var bytes = Array(format == .ndjson ? "{}\n".utf8 : "x,y\tz\n".utf8)
        let hasBadBytes = Bool.random(using: &random)
        for _ in 0..<Int.random(in: 0...80, using: &random) {
            if hasBadBytes, Int.random(in: 0..<8, using: &random) == 0 {
                bytes.append(UInt8.random(in: 0x80...0xFF, using: &random))
            } else {
                bytes += Array(text.dropLast(hasBadBytes ? 0 : 1).randomElement(using: &random)!.utf8)
            }
        }
        let whole = try ReadText.read(bytes, format: format, bufferSize: 4096)
        for bufferSize in [1, 2, 3, 5, 8, 13, 40] {
            #expect(
                try ReadText.read(bytes, format: format, bufferSize: bufferSize) == whole,
                "seed \(seed), window \(bufferSize)")
        }
    }
}
