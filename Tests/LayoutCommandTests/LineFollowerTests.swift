import Foundation
import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

@testable import layoutctl

/// The lines that a file gains.
struct LineFollowerTests {
    @Test(
        "A followed file is read in parts, by whole lines, and again from its beginning if it is replaced or cut short")
    func follows() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("app.log")
        let file = URL(fileURLWithPath: path)
        try Data((1...500).map { "line \($0)\n" }.joined().utf8).write(to: file)
        let store = try LayoutStore(path: directory.file("s.db"))
        var follower = LineFollower(path: path, options: LineOptions(), imported: ImportOptions(dataset: "log"))
        follower.partLength = 1000
        var said: [String] = []
        /// Reads to the end; returns the number of items and of parts.
        func read() throws -> [Int] {
            var parts = 0
            while try follower.readMore(into: store, say: { said.append($0) }, isCancelled: { false }) { parts += 1 }
            return [try store.pool.read { try $0.first("SELECT count(*) FROM item", as: Int.self) } ?? 0, parts]
        }
        func append(_ text: String) throws {
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(text.utf8))
            try handle.close()
        }
        let first = try read()
        #expect(first[0] == 500 && first[1] >= 4)
        try append("half a l")
        #expect(try read()[0] == 500)
        try append("ine\n")
        #expect(try read() == [501, 1])
        #expect(said.isEmpty)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        #expect(try read() == [501, 0])
        try Data("new 1\nnew 2\n".utf8).write(to: file)
        #expect(try read() == [503, 1])
        try append("new 3\n")
        #expect(try read() == [504, 1])
        try FileHandle(forWritingTo: file).truncate(atOffset: 0)
        try append("cut\n")
        #expect(try read() == [505, 1])
        #expect(said.count == 2 && said[0].hasSuffix("was replaced: its new lines are appended from its beginning"))
        #expect(said.last?.hasSuffix("was cut short: its new lines are appended from its beginning") == true)
    }
}
