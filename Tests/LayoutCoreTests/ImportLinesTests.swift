import Foundation
import LayoutEngine
import LayoutRecords
import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing

import LayoutCore

/// Lines of text files as items.
struct ImportLinesTests {
    private let directory: ScratchDirectory
    private let path: String
    private let store: LayoutStore

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("app.log")
        store = try LayoutStore.inMemory()
    }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

    @discardableResult
    private func load(
        _ lines: LineOptions = LineOptions(), mode: ImportMode = .create,
        from place: LineOptions.Place = LineOptions.Place()
    ) throws -> LineOptions.Place {
        var place = place
        try store.importLines(
            of: .file(path), lines, from: &place, options: ImportOptions(dataset: "log", mode: mode))
        return place
    }

    /// The title of each item, in order; “-” if it has none.
    private func titles() throws -> [String] {
        try store.pool.read { connection in
            var titles: [String] = []
            try connection.forEachRow(
                """
                SELECT \(ItemField.called.sql) FROM item AS i JOIN section AS s ON s.id = i.section_id
                ORDER BY s.position, i.position
                """
            ) { titles.append($0.string(0) ?? "-") }
            return titles
        }
    }

    private func execute(_ sql: String) throws {
        try store.pool.writeWithoutTransaction { try $0.execute(sql) }
    }

    private func numbers(_ count: Int) -> String { (1...count).map { "line \($0)\n" }.joined() }

    @Test("Texts are read from the file, without breaks, and each byte that is no UTF-8 has a sign")
    func texts() throws {
        try (Data("one\r\n\nthr".utf8) + Data([0xFF]) + Data("ee\0\nlast".utf8)).write(to: URL(fileURLWithPath: path))
        try load()
        #expect(try titles() == ["one", "", "thr\u{FFFD}ee\u{2400}", "last"])
        let stored = try store.pool.read { try $0.first("SELECT count(payload) FROM item", as: Int.self) }
        #expect(stored == 0)
    }

    @Test("Each of many lines is found, also behind long ones")
    func many() throws {
        let texts = (0..<1500).map { $0 % 97 == 0 ? String(repeating: "x", count: 3000 + $0) : "line \($0)" }
        try write(texts.joined(separator: "\n"))
        try load()
        #expect(try titles() == texts)
    }

    @Test("A very long line shows its beginning, and the lines after it all")
    func long() throws {
        try write("a\n" + String(repeating: "x", count: 3_000_000) + "\nb\nc\n")
        try load()
        let found = try titles()
        #expect(found.map(\.count) == [1, (1 << 14) + 1, 1, 1])
        #expect(found[2...] == ["b", "c"])
    }

    @Test("Moved items keep their lines, and new items have none, with any id")
    func edits() throws {
        try write(numbers(600))
        try load()
        try execute(
            """
            UPDATE item SET position = -1 WHERE id = 300;
            DELETE FROM item WHERE id IN (1, 400, 600);
            INSERT INTO item (id, section_id, position) SELECT 400, section_id, 399 FROM item LIMIT 1;
            INSERT INTO item (section_id, position) SELECT section_id, 5000 FROM item LIMIT 1;
            UPDATE item SET id = 1 WHERE id = 2;
            REPLACE INTO item (id, section_id, position) SELECT 500, section_id, 499 FROM item LIMIT 1;
            """)
        var expected = (1...600).map { "line \($0)" }
        expected[399] = "-"
        expected[499] = "-"
        expected[1] = "-"
        expected[599] = "-"
        expected.remove(at: 299)
        expected.removeFirst()
        #expect(try titles() == ["line 300"] + expected)
    }

    @Test("Items of an import that get the ids of lines have no texts")
    func reused() throws {
        try write(numbers(10))
        try load()
        try execute("DELETE FROM item WHERE id > 4")
        try store.importItems([SourceItem(width: 1), SourceItem(width: 2)], into: "log", mode: .append)
        #expect(try titles() == ["line 1", "line 2", "line 3", "line 4", "-", "-"])
    }

    @Test("A changed file has no texts, and one that only grew has")
    func changed() throws {
        try write(numbers(3))
        try load()
        try write(numbers(4))
        #expect(try titles() == ["line 1", "line 2", "line 3"])
        #expect(try store.changedTextFiles().isEmpty)
        try write("lime 1\n" + numbers(9))
        #expect(try titles() == ["-", "-", "-"])
        #expect(try store.changedTextFiles().count == 1)
        try FileManager.default.removeItem(atPath: path)
        #expect(try titles() == ["-", "-", "-"])
    }

    @Test("Lines that a file gains are appended, after a break only if it is waited for")
    func gains() throws {
        try write("one\ntw")
        var place = try load(from: LineOptions.Place(waitsForBreak: true))
        #expect(try titles() == ["one"])
        try write("one\ntwo\nthree\n")
        place = try load(mode: .append, from: place)
        #expect(place.offset == 14)
        #expect(try titles() == ["one", "two", "three"])
        let files = try store.pool.read { try $0.first("SELECT count(*) FROM text_file", as: Int.self) }
        #expect(files == 1)
    }

    @Test("Sections begin after each number of lines, or where a pattern finds another title")
    func sections() throws {
        try write("d1 a\nd1 b\nd2 c\nx\nd1 d\n")
        try load(LineOptions(sections: .pattern("^(d[0-9]) ")))
        let query = """
            SELECT s.title || ' ' || count(*) FROM section AS s JOIN item AS i ON i.section_id = s.id
            GROUP BY s.id ORDER BY s.position
            """
        #expect(try store.pool.read { try $0.names(query) } == ["d1 2", "d2 2", "d1 · line 5 1"])
        try load(LineOptions(sections: .every(2)), mode: .replace)
        #expect(try store.pool.read { try $0.names(query) } == ["Line 1 2", "Line 3 2", "Line 5 1"])
        #expect(try titles() == ["d1 a", "d1 b", "d2 c", "x", "d1 d"])
    }

    @Test("A line takes the columns that its text shows, for any bytes, file or not", arguments: [false, true])
    func columns(isStored: Bool) throws {
        var random = SeededGenerator(seed: 11)
        let parts = [[0x61], [0x20], [0xFF], [0xC3], [0], [0xE6, 0x97], [0xF0, 0x9F], Array("é".utf8)] as [[UInt8]]
        let lines = (0..<200).map { _ in
            (0..<Int.random(in: 0...30, using: &random)).flatMap { _ in parts.randomElement(using: &random) ?? [] }
        }
        try Data(lines.joined(separator: [10])).write(to: URL(fileURLWithPath: path))
        try load(LineOptions(storesText: isStored))
        let widths = try store.pool.read { try $0.lines("SELECT width FROM item ORDER BY position") }
        if isStored { try FileManager.default.removeItem(atPath: path) }
        // Each scalar of these takes one column.
        #expect(try titles().map { String(Double($0.unicodeScalars.count)) } == widths)
        #expect(try titles().allSatisfy { !$0.unicodeScalars.contains("\0") })
    }

    @Test("A file that shrinks while it is read is refused as a whole, and what one gains is left for the next time")
    func changing() throws {
        try write(numbers(60_000))
        var place = LineOptions.Place()
        func read(_ change: () throws -> Void) throws {
            var isFirst = true
            var failure: (any Error)?
            let progress: (LayoutProgress) -> Void = { _ in
                defer { isFirst = false }
                do { if isFirst { try change() } } catch { failure = error }
            }
            try store.importLines(
                of: .file(path), LineOptions(), from: &place, options: ImportOptions(dataset: "log"),
                progress: progress)
            if let failure { throw failure }
        }
        let error = refusal { try read { try write(numbers(100)) } }
        #expect(error?.code == .unreadable && error?.message == "became shorter while it was read")
        #expect(try store.count("item") == 0 && place == LineOptions.Place())
        try write(numbers(60_000))
        try read { try write(numbers(60_500)) }
        #expect(try store.count("item") == 60_000)
        try load(mode: .append, from: place)
        #expect(try store.count("item") == 60_500 && titles().last == "line 60500")
    }

    @Test("A byte order mark has no column, and a return before a break is part of it")
    func marks() throws {
        try write("\u{FEFF}one\r\n\r\ntwo\r")
        try load()
        #expect(try titles() == ["one", "", "two\r"])
        #expect(
            try store.pool.read { try $0.lines("SELECT width FROM item ORDER BY position") } == ["3.0", "0.0", "4.0"])
    }

    @Test("Sources without a text to read again, and what is no file, are refused")
    func refusals() throws {
        func code(_ source: ImportSource, _ lines: LineOptions = LineOptions(), mode: ImportMode = .create) -> String? {
            var place = LineOptions.Place()
            do {
                try store.importLines(of: source, lines, from: &place, options: ImportOptions(dataset: "a", mode: mode))
                return nil
            } catch { return (error as? LayoutError)?.code.rawValue }
        }
        try write("a\n")
        // Cancelling one whose text is stored is `ImportWaitingTests`' matter.
        unsafe #expect(mkfifo(directory.file("pipe"), 0o600) == 0)
        #expect(code(.file(directory.file("pipe"))) == "invalidOptions")
        #expect(code(.bytes([65])) == "invalidOptions")
        #expect(code(.file(directory.path)) == "isDirectory")
        #expect(code(.file(directory.file("none"))) == "fileNotFound")
        #expect(code(.file("/dev/zero")) == "unreadable")
        #expect(code(.file(path), mode: .upsert) == "invalidOptions")
        #expect(code(.file(path), LineOptions(sections: .pattern("("))) == "invalidOptions")
        #expect(code(.bytes([UInt8](repeating: 65, count: 17 << 20)), LineOptions(storesText: true)) == "recordTooLong")
    }
}
