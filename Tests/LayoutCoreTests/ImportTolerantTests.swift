@testable import LayoutSources
internal import LayoutText
import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

@Suite("Importing with rejected rows, and dry runs") struct ImportTolerantTests {
    private let scratch: ScratchDirectory
    private let store: ImportStore

    init() throws {
        scratch = try ScratchDirectory()
        store = try ImportStore()
    }

    private func options(
        _ mode: ImportMode = .create, maximumErrors: Int = 0, rejects: String? = nil
    ) -> ImportOptions {
        ImportOptions(
            dataset: "set", columns: ImportLoadingTests.columns, mode: mode, maximumErrors: maximumErrors,
            rejectsPath: rejects.map(scratch.file))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try scratch.contents(of: name), as: UTF8.self)
    }

    @Test("Rejected rows are written with their place and reason, and the rest are stored", arguments: [1, 8, 4096])
    func rejects(bufferSize: Int) throws {
        let options = options(maximumErrors: 6, rejects: "rejects.csv")
        let text =
            "id,artist,w,h\r\na,A,1,1\r\nb,A,\"x\"\"y\",1\r\nc,A,1\r\n\r\nd,\"A\",-2,1\r\na,B,1,1\r\n"
            + "e,\"A\" ,1,1\r\nf,A,1,1\r\n"
        let report = try store.load(text, options, bufferSize: bufferSize)
        #expect(try store.items() == ["A/0.0: a 1.0 1.0", "A/1.0: f 1.0 1.0"])
        #expect(report.rowsRead == 7 && report.rowsRejected == 5)
        #expect(
            try self.text("rejects.csv") == #"""
                line,column,reason,row
                3,6,"the width “x""""y” is not a number","b,A,""x""""y"",1"
                4,6,"expected 4 fields but found 3 fields","c,A,1"
                6,7,"the width -2 is negative","d,""A"",-2,1"
                7,1,"duplicate key “a”: the data set “set” has it already","a,B,1,1"
                8,6,"text after the closing quote; a quote inside a quoted field is written twice","e,""A"" ,1,1"

                """#)
    }

    @Test("Rejected rows by the thousand are all written, each once")
    func manyRejects() throws {
        let options = options(maximumErrors: 5000, rejects: "rejects.csv")
        let rows = (0..<4000).map { "k\($0),A,\($0.isMultiple(of: 4) ? "1" : "x"),1" }
        let report = try store.load("id,artist,w,h\n" + rows.joined(separator: "\n"), options)
        #expect(report.rowsRejected == 3000 && report.itemsInserted == 1000)
        var expected = "line,column,reason,row\n"
        for (index, row) in rows.enumerated() where !index.isMultiple(of: 4) {
            expected +=
                "\(index + 2),\("k\(index),A,".utf8.count + 1),"
                + #""the width “x” is not a number","\#(row)""# + "\n"
        }
        #expect(try text("rejects.csv") == expected)
        #expect(report.firstErrors.count == 20)
    }

    @Test("A dry run counts like the real one, and writes nothing", arguments: ImportMode.allCases)
    func dryRun(mode: ImportMode) throws {
        if mode != .create {
            try store.load("id,artist,w,h\na,A,1,1\nb,B,1,1\n", self.options())
        }
        let before = try store.contents()
        let text = "id,artist,w,h\nc,A,2,2\nd,C,,2\n"
        var options = options(mode)
        options.isDryRun = true
        var report = try store.load(text, options)
        #expect(try report.isDryRun && store.contents() == before)
        options.isDryRun = false
        report.isDryRun = false
        #expect(try store.load(text, options) == report)
    }

    @Test("The rejects file cannot be the file that is imported")
    func rejectsOverSource() throws {
        let path = scratch.file("same.csv")
        try "a\n1\n".write(toFile: path, atomically: false, encoding: .utf8)
        let options = ImportOptions(dataset: "set", maximumErrors: 1, rejectsPath: path)
        #expect(refusal { try ImportJob(options).run(.file(path), on: store.connection) }?.code == .unwritable)
        #expect(try text("same.csv") == "a\n1\n")
    }

    @Test("Lines of rows are remembered through steps of every kind", arguments: TestSettings.seedArguments(20))
    func lineTable(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = ItemLoader.LineTable()
        var lines: [Int] = []
        var line = 2
        let regularity = Int.random(in: 0...2000, using: &random)
        for _ in 0..<Int.random(in: 1...10_000, using: &random) {
            lines.append(line)
            table.append(line)
            line += Int.random(in: 0...regularity, using: &random) == 0 ? Int.random(in: 1...600, using: &random) : 1
        }
        #expect(lines.indices.allSatisfy { table.line(ofRow: $0) == lines[$0] }, "seed \(seed)")
    }

    @Test("A quote in a rejected row is doubled, with any mark after it")
    func quotesInRejects() {
        #expect(Array(CSVField.quoted("a\"\u{301},\"b").utf8) == Array("\"a\"\"\u{301},\"\"b\"".utf8))
    }
}
