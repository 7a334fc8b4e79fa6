import Foundation
import LayoutTestSupport
import Testing

/// The commands that lay out what they show before they show it.
@Suite struct ViewingTests {
    /// 20,000 rows in one section, defined as a table and never prepared.
    private func longTable() throws -> SmallStore {
        let store = try SmallStore(isPrepared: false)
        let rows = (0..<20_000).map { "r\($0),\(10 + $0 % 7)" }.joined(separator: "\n")
        try store.write("key,height\n\(rows)\n", to: "long.csv")
        try store.command.run("import", "s.db", "long.csv", "--dataset", "long", "--key", "key", "--height", "height")
        let definition = #"{"layout":"table","estimatedRowHeight":13}"#
        try store.command.run(
            "layout", "s.db", "long", "--dataset", "long", "--definition", definition, "--container", "320x480")
        return store
    }

    /// A band has a hundred rows or two, and what is looked at lies in one or two of them.
    private static let fewBands = 512

    private func elementCount(_ store: SmallStore, _ layout: String) throws -> Int {
        let rows = try store.command.run("status", "s.db", "--format", "json").rows()
        return try #require(rows.first { $0["layout"] as? String == layout }?["elementCount"] as? Int)
    }

    @Test("visible lays out what the rectangle touches, and no more, of a layout that was never prepared")
    func visible() throws {
        let store = try longTable()
        let outcome = try store.command.run("visible", "s.db", "long", "--rect", "0,0,320,100", "--format", "json")
        #expect(outcome.errors == "")
        let rows = try outcome.rows()
        #expect(rows.count == 8)
        var y = 0
        for (index, row) in rows.enumerated() {
            #expect(row["y"] as? Int == y)
            #expect(row["height"] as? Int == 10 + index % 7)
            #expect(row["stale"] as? Bool == false)
            y += 10 + index % 7
        }
        let count = try elementCount(store, "long")
        #expect(count > 0 && count <= Self.fewBands)
    }

    @Test("frame lays out the item that it is asked for, by index or key")
    func frame() throws {
        for item in [["0/15000"], ["--key", "r15000"]] {
            let store = try longTable()
            let outcome = try store.command.run(["frame", "s.db", "long"] + item + ["--format", "json"])
            #expect(outcome.errors == "")
            let row = try #require(try outcome.rows().first)
            #expect(row["key"] as? String == "r15000")
            #expect(row["height"] as? Int == 10 + 15_000 % 7)
            #expect(row["stale"] as? Bool == false)
            #expect(try elementCount(store, "long") <= Self.fewBands)
        }
    }

    @Test("What is stale where one looks is laid out, and what is stale elsewhere stays so")
    func stale() throws {
        let store = try SmallStore()
        try store.command.run("resize", "s.db", "plants", "--key", "a", "--height", "51")
        try store.command.run("resize", "s.db", "plants", "--key", "c", "--height", "41")
        let frame = try store.command.run("frame", "s.db", "wall", "--key", "a", "--format", "json")
        #expect(frame.errors == "")
        let row = try #require(try frame.rows().first)
        #expect(row["height"] as? Int == 51)
        #expect(row["stale"] as? Bool == false)
        #expect(try store.command.run("status", "s.db", "--format", "json").rows()[0]["staleSections"] as? Int == 1)
    }

    @Test("prepare --rect lays out what the rectangle touches, and no more")
    func prepare() throws {
        let store = try longTable()
        let outcome = try store.command.run("prepare", "s.db", "long", "--rect", "0,100000,320,480", "--format", "json")
        #expect(outcome.errors == "")
        let rows = try outcome.rows()
        #expect(rows.map { $0["layout"] as? String } == ["long"])
        let written = try #require(rows[0]["elementsWritten"] as? Int)
        #expect(written > 0 && written <= Self.fewBands)
        // It can be read without writing now, whatever was left for later.
        let seen = try store.command.run("visible", "s.db", "long", "--rect", "0,100000,320,480", "--format", "json")
        #expect(try seen.rows().count > 20)
        #expect(try elementCount(store, "long") == written)
        #expect(try store.command.run("prepare", "s.db", "long", "--rect", "0,1,2").exitCode == 2)
    }

    @Test(
        "While another process is writing, the layout is shown as last prepared, with a warning",
        .enabled(if: Shell.isThere))
    func busy() throws {
        let store = try SmallStore()
        try store.command.run("resize", "s.db", "plants", "--key", "a", "--height", "51")
        let other = try Shell.holding("BEGIN IMMEDIATE;", on: store.path("s.db"))
        defer { other.end() }
        let outcome = try store.command.run("frame", "s.db", "wall", "--key", "a", "--format", "json")
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.errors
                == "layoutctl: warning: “wall” has changed since it was prepared, and another process is writing to "
                + "the file; “layoutctl prepare s.db wall” brings it up to date\n"
        )
        let row = try #require(try outcome.rows().first)
        #expect(row["height"] as? Int == 50)
        #expect(row["stale"] as? Bool == true)
    }

    @Test("In a file that cannot be written, the layout is shown as last prepared, with a warning")
    func readOnly() throws {
        try #require(getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"))
        let store = try SmallStore()
        try store.command.run("resize", "s.db", "plants", "--key", "a", "--height", "51")
        for (path, mode) in [(store.path("s.db"), 0o444), (store.scratch.path, 0o555)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: store.scratch.path) }
        // Permissions do not bind the superuser, who has to become someone else.
        let user = getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : []
        let words =
            user + [
                try BuiltCommand.executable().path, "frame", store.path("s.db"), "wall", "--key", "a", "--format",
                "json",
            ]
        let outcome = try Shell.runProgram(words)
        #expect(
            outcome.errors.contains("“wall” has changed since it was prepared, and the file cannot be written;"),
            "\(outcome)")
        #expect(outcome.output.contains(#""height":50"#))
    }
}
