import Foundation
import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

@testable import layoutctl

/// The lines that a file gains.
struct LineWatcherTests {
    @Test("A file that was replaced or cut short is read from its beginning, which is reported")
    func reports() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("app.log")
        let file = URL(fileURLWithPath: path)
        let store = try LayoutStore(path: directory.file("s.db"))
        var watcher = LineWatcher(path: path, options: LineOptions(), imported: ImportOptions(dataset: "log"))
        var said: [String] = []
        func read() throws -> Int? {
            while try watcher.readMore(into: store, say: { said.append($0) }, isCancelled: { false }) {}
            return try store.pool.read { try $0.first("SELECT count(*) FROM item", as: Int.self) }
        }
        try Data("one\nhalf a l".utf8).write(to: file)
        #expect(try read() == 2)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        #expect(try read() == 2 && said.isEmpty)
        try Data("new 1\nnew 2\n".utf8).write(to: file)
        #expect(try read() == 4)
        try Data("cut\n".utf8).write(to: file)
        #expect(try read() == 5)
        #expect(said.count == 2 && said[0].hasSuffix("was replaced: its new lines are appended from its beginning"))
        #expect(said.last?.hasSuffix("was cut short: its new lines are appended from its beginning") == true)
    }

    @Test(
        "Nothing is lost or mixed, however files grow, rotate, and are cut short or rewritten",
        arguments: [false, true])
    func campaign(storesText: Bool) throws {
        try TestSettings.forEachSeed(rounds: 6) { seed in
            var random = SeededGenerator(seed: seed)
            let directory = try ScratchDirectory()
            let path = directory.file("app.log")
            let file = URL(fileURLWithPath: path)
            let store = try LayoutStore(path: directory.file("s.db"))
            var number = 0
            func text() -> String {
                let words = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    number += 1
                    return "\(number) "
                        + String(
                            repeating: ["x", "日", "e\u{301}"].randomElement(using: &random) ?? "", count: number % 50)
                }
                return words.joined(separator: "\n") + (Bool.random(using: &random) ? "\n" : "")
            }
            func lines(_ text: String) -> [String] {
                var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                if lines.last?.isEmpty == true { lines.removeLast() }
                return lines
            }
            func append(_ text: String, to place: URL) throws {
                let handle = try FileHandle(forWritingTo: place)
                try handle.seekToEnd()
                try handle.write(contentsOf: Data(text.utf8))
                try handle.close()
            }
            // The lines of earlier files and of former states of this one, and its present text.
            var (former, content) = ([String](), text())
            try Data(content.utf8).write(to: file)
            var watcher = LineWatcher(
                path: path, options: LineOptions(storesText: storesText), imported: ImportOptions(dataset: "log"))
            for step in 0..<25 {
                // Without a first look there is nothing to be appended.
                switch Int.random(in: step == 0 ? 2..<6 : 0..<6, using: &random) {
                case 0:
                    // Written just before the rotation, and just after it.
                    let rotated = URL(fileURLWithPath: path + ".\(step)")
                    let (last, late) = (text(), text())
                    try append(last, to: file)
                    try FileManager.default.moveItem(at: file, to: rotated)
                    try append(late, to: rotated)
                    if Bool.random(using: &random) {
                        while try watcher.readMore(into: store, say: { _ in }, isCancelled: { false }) {}
                    }
                    former += lines(content + last + late)
                    content = text()
                    try Data(content.utf8).write(to: file)
                case 1:
                    former += lines(content)
                    var next = "again \(step) " + text()
                    if next.utf8.count == content.utf8.count { next += "." }
                    content = next
                    try FileHandle(forWritingTo: file).truncate(atOffset: 0)
                    try append(content, to: file)
                default:
                    let more = text()
                    content += more
                    try append(more, to: file)
                }
                watcher.partLength = Int.random(in: 100...5000, using: &random)
                while try watcher.readMore(into: store, say: { _ in }, isCancelled: { false }) {}
                let rows = try store.pool.read { connection in
                    var rows: [(text: String, width: Int)] = []
                    try connection.forEachRow(
                        "SELECT ifnull(json_extract(payload, '$.title'), ''), width FROM item ORDER BY position"
                    ) { row in rows.append((row.string(0) ?? "", Int(row.double(1)))) }
                    return rows
                }
                let expected = former + lines(content)
                let widths = expected.map { line in
                    var width = 0
                    for scalar in line.unicodeScalars { width += scalar == "日" ? 2 : scalar == "\u{301}" ? 0 : 1 }
                    return width
                }
                #expect(rows.map(\.width) == widths, "seed \(seed), step \(step)")
                if storesText { #expect(rows.map(\.text) == expected, "seed \(seed), step \(step)") }
                guard rows.count == expected.count else { return }
            }
        }
    }
}
