import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// Preparing, editing, scrolling and drawing.
@Suite struct WorkingTests {
    @Test("prepare tells what it did, and does nothing twice")
    func prepare() throws {
        let store = try SmallStore(isPrepared: false)
        let first = try store.command.run("prepare", "s.db", "--format", "json").rows()
        #expect(first.count == 1)
        #expect(Set(first[0].keys) == ["layout", "sectionsPrepared", "sectionsTotal", "elementsWritten", "seconds"])
        #expect(first[0]["sectionsPrepared"] as? Int == 2)
        #expect(first[0]["elementsWritten"] as? Int == 6)
        let second = try store.command.run("prepare", "s.db", "wall", "--format", "json").rows()
        #expect(second[0]["sectionsPrepared"] as? Int == 0)
        #expect(second[0]["elementsWritten"] as? Int == 0)
    }

    @Test("An edit by place or key marks its section, and preparing shows it")
    func edits() throws {
        let store = try SmallStore()
        func run(_ arguments: String...) throws -> BuiltCommand.Outcome {
            let outcome = try store.command.run(arguments)
            #expect(outcome.exitCode == 0, "\(arguments): \(outcome.errors)")
            return outcome
        }
        func keys() throws -> [String] {
            _ = try run("prepare", "s.db")
            return try run("visible", "s.db", "wall", "--rect", "0,0,320,4800", "--format", "json").rows()
                .filter { $0["kind"] as? String == "cell" }
                .map { "\($0["section"] ?? "")/\($0["item"] ?? "")=\($0["key"] as? String ?? "-")" }
        }
        #expect(try keys() == ["0/0=a", "0/1=b", "0/2=d", "1/0=c"])
        let note = try run(
            "insert", "s.db", "plants", "0/1", "--key", "n", "--width", "40", "--height", "50", "--payload",
            #"{"title":"Nettle"}"#)
        #expect(note.errors == "layoutctl: 1 section of “wall” to lay out again; “layoutctl prepare s.db wall”\n")
        #expect(try keys() == ["0/0=a", "0/1=n", "0/2=b", "0/3=d", "1/0=c"])
        _ = try run("move", "s.db", "plants", "--key", "n", "--to", "1/0")
        #expect(try keys() == ["0/0=a", "0/1=b", "0/2=d", "1/0=n", "1/1=c"])
        _ = try run("move", "s.db", "plants", "--section", "1", "--to", "0")
        #expect(try keys() == ["0/0=n", "0/1=c", "1/0=a", "1/1=b", "1/2=d"])
        _ = try run("delete", "s.db", "plants", "0/0")
        _ = try run("insert", "s.db", "plants", "--section", "1", "--title", "Green")
        #expect(try keys() == ["0/0=c", "2/0=a", "2/1=b", "2/2=d"])
        _ = try run("delete", "s.db", "plants", "--section", "2")
        #expect(try keys() == ["0/0=c"])
        _ = try run("resize", "s.db", "plants", "--key", "c", "--width", "none", "--height", "77")
        _ = try keys()
        let frame = try run("frame", "s.db", "wall", "0/0", "--format", "json").rows()[0]
        #expect(frame["height"] as? Int == 77)
        #expect(frame["width"] as? Int == 60)
    }

    @Test("The questions of scrolling are answered by one object each")
    func scrolling() throws {
        let store = try SmallStore()
        let snapping = #"{"layout":"table","estimatedRowHeight":300,"snap":{"alignment":"leading","padding":0}}"#
        try store.command.run(
            "layout", "s.db", "list", "--dataset", "plants", "--definition", snapping, "--container", "320x100")
        try store.command.run(
            "layout", "s.db", "shelf", "--dataset", "plants", "--definition", SmallStore.shelf, "--container", "300x480"
        )
        try store.command.run("prepare", "s.db")

        // Rows are 50, 50, 300, 40 high.
        let rest = try store.command.run("snap", "s.db", "list", "--proposed", "0,20", "--velocity", "0,1").object()
        #expect(rest["x"] as? Int == 0)
        #expect(rest["y"] as? Int == 50)
        let anchor = try store.command.run("anchor", "s.db", "list", "--offset", "0,60")
        #expect(try anchor.object()["key"] as? String == "b")
        try store.command.run("resize", "s.db", "plants", "--key", "a", "--height", "80")
        try store.command.run("prepare", "s.db")
        let restored = try store.command.run("restore", "s.db", "list", "--anchor", anchor.output).object()
        #expect(restored["y"] as? Int == 90)

        // Three groups of 200 points in 300.
        let stops = try store.command.run("stops", "s.db", "shelf", "0").object()
        #expect(stops["min"] as? Int == 0)
        #expect(stops["max"] as? Int == 300)
        #expect(stops["stops"] as? [Int] == [0, 200, 300])
        let page = try store.command.run(
            "snap", "s.db", "shelf", "--section", "0", "--proposed", "900,0", "--velocity", "2,0", "--current", "0,0"
        ).object()
        #expect(page["x"] as? Int == 200)
        // Three copies of 520 points one after another: from the first the offset jumps to the second.
        func recentered(_ y: Int) throws -> NSDictionary {
            try store.command.run("recenter", "s.db", "list", "--offset", "0,\(y)", "--sets", "3").object()
                as NSDictionary
        }
        let height = try #require(
            try store.command.run("status", "s.db", "--format", "json").rows().first {
                $0["layout"] as? String == "list"
            }?["contentHeight"] as? Int)
        #expect(try recentered(30) == ["x": 0, "y": height + 30, "moved": true])
        #expect(try recentered(height + 30) == ["x": 0, "y": height + 30, "moved": false])
    }

    @Test("An import appends, replaces or updates by key what the data set holds")
    func importModes() throws {
        let store = try SmallStore()
        func load(_ text: String, _ arguments: String...) throws -> [String: Any] {
            let outcome = try store.command.run(
                [
                    "import", "s.db", "-", "--dataset", "plants", "--format-in", "csv", "--section", "section", "--key",
                    "key",
                    "--height", "height", "--format", "json",
                ] + arguments, input: text)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return try outcome.rows()[0]
        }
        func cells() throws -> [String] {
            try store.command.run("prepare", "s.db")
            return try store.command.run("visible", "s.db", "wall", "--rect", "0,0,320,4800", "--format", "json").rows()
                .filter { $0["kind"] as? String == "cell" }
                .map { "\($0["section"] ?? "")/\($0["item"] ?? "")=\($0["key"] ?? "-") \($0["height"] ?? "")" }
        }
        #expect(try cells() == ["0/0=a 50", "0/1=b 50", "0/2=d 60", "1/0=c 40"])
        let appended = try load("section,key,height\nBlue,e,20\nGreen,f,30\n", "--append")
        #expect(appended["itemsInserted"] as? Int == 2)
        #expect(appended["sectionsCreated"] as? Int == 1)
        #expect(try cells() == ["0/0=a 50", "0/1=b 50", "0/2=d 60", "1/0=c 40", "1/1=e 20", "2/0=f 30"])
        let upserted = try load("section,key,height\nRed,b,77\nRed,g,10\n", "--upsert")
        #expect(upserted["itemsMatched"] as? Int == 1)
        #expect(upserted["itemsInserted"] as? Int == 1)
        #expect(try cells() == ["0/0=a 50", "0/1=b 77", "0/2=d 60", "0/3=g 10", "1/0=c 40", "1/1=e 20", "2/0=f 30"])
        let replaced = try load("section,key,height\nBlue,z,15\n", "--replace")
        #expect(replaced["itemsInserted"] as? Int == 1)
        #expect(try cells() == ["0/0=z 15"])
        // Without any of them, a data set that holds items is left alone.
        let again = try store.command.run("import", "s.db", "rows.csv", "--dataset", "plants")
        #expect(again.exitCode == 1)
        #expect(try cells() == ["0/0=z 15"])
    }

    @Test("A layout is removed alone, a data set with its layouts, and nothing else")
    func remove() throws {
        let store = try SmallStore()
        try store.command.run(
            "layout", "s.db", "list", "--dataset", "plants", "--definition", #"{"layout":"table"}"#, "--container",
            "320x480")
        try store.command.run("import", "s.db", "rows.csv", "--dataset", "others")
        try store.command.run(
            "layout", "s.db", "other", "--dataset", "others", "--definition", #"{"layout":"table"}"#, "--container",
            "320x480")
        func layouts() throws -> [String] {
            try store.command.run("status", "s.db", "--format", "json").rows().compactMap { $0["layout"] as? String }
        }
        let outcome = try store.command.run("remove", "s.db", "--layout", "wall")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == "")
        #expect(outcome.errors == "layoutctl: removed the layout “wall”\n")
        #expect(try layouts() == ["list", "other"])
        let missing = try store.command.run("remove", "s.db", "--layout", "wall")
        #expect(missing.exitCode == 1)
        #expect(missing.errors == "layoutctl: there is no layout “wall”; known layouts: list, other\n")
        #expect(try store.command.run("remove", "s.db", "--dataset", "plants").exitCode == 0)
        #expect(try layouts() == ["other"])
        #expect(try store.command.run("prepare", "s.db").exitCode == 0)
        #expect(try store.command.run("verify", "s.db").exitCode == 0)
        let connection = try Connection(path: store.path("s.db"), mode: .readOnly)
        #expect(try connection.first("SELECT group_concat(name) FROM dataset", as: String.self) == "others")
        #expect(try connection.first("SELECT count(*) FROM section", as: Int.self) == 1)
        #expect(try connection.first("SELECT count(*) FROM item", as: Int.self) == 4)
        connection.close()
        #expect(try store.command.run("remove", "s.db", "--dataset", "plants").exitCode == 1)
    }

    @Test("A table of another database is imported")
    func fromDatabase() throws {
        let store = try SmallStore()
        let connection = try Connection(path: store.path("shop.db"), mode: .create)
        try connection.execute("CREATE TABLE product (sku, h); INSERT INTO product VALUES ('x', 12), ('y', 8.5)")
        connection.close()
        let report = try store.command.run(
            "import", "s.db", "--from-db", "shop.db", "--table", "product", "--dataset", "shop", "--key", "sku",
            "--height", "h", "--format", "json"
        ).rows()
        #expect(report[0]["itemsInserted"] as? Int == 2)
    }

    @Test("A picture is well-formed, and shows each element with its label")
    func picture() throws {
        let store = try SmallStore()
        try store.command.run("resize", "s.db", "plants", "--key", "c", "--height", "41")
        let outcome = try store.command.run("render", "s.db", "wall", "--rect", "0,0,320,480", "-o", "w.svg")
        #expect(outcome.exitCode == 0)
        let picture = try String(contentsOfFile: store.path("w.svg"), encoding: .utf8)
        for label in ["0/0", "0/1", "0/2", "1/0", "header 0", "header 1"] {
            #expect(picture.contains(">\(label)</text>"))
        }
        #expect(
            picture.components(separatedBy: "url(#stale)").count - 1 == 2,
            "the stale section's header and cell are hatched")
        #expect(Markup.isWellFormed(picture))
        #expect(try store.command.run("render", "s.db", "wall", "--rect", "0,0,320,480", "-o", "-").output == picture)
    }
}

/// Checks that tags nest: what a picture must do before anything else.
enum Markup {
    static func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        for match in text.matches(of: /<(\/?)([A-Za-z]+)((?:[^<>"]|"[^"<]*")*?)(\/?)>/) {
            if !match.output.1.isEmpty {
                guard open.popLast() == match.output.2 else { return false }
            } else if match.output.4.isEmpty {
                open.append(match.output.2)
            }
        }
        return open.isEmpty && text.contains("<svg")
    }
}
