import Foundation
import LayoutTestSupport
import Testing

/// The commands that only read, in all formats.
@Suite struct ReadingTests {
    @Test("A table is for people, and the default")
    func table() throws {
        let store = try SmallStore()
        let outcome = try store.command.run("visible", "s.db", "wall", "--rect", "0,30,320,50")
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "")
        #expect(
            outcome.output == """
                layout  kind  elementKind  section  item    x   y  width  height  zIndex  key  \
                payload                        stale  lap  itemId  sectionId  title
                wall    cell                     0     0    0  35    100      50       0  a    \
                {"title":"Apple"}                  0    0       1          1
                wall    cell                     0     1  110  35    100      50       0  b    \
                {"title":"Beet, \\"pickled\\""}      0    0       2          1
                wall    cell                     0     2  220  30     60      60       0  d    \
                {"title":"Dahlia"}                 0    0       4          1

                """)
    }

    @Test("JSON is one array of objects in camel case, with the payload as a value")
    func json() throws {
        let store = try SmallStore()
        let rows = try store.command.run("visible", "s.db", "wall", "--rect", "0,0,320,480", "--format", "json").rows()
        #expect(rows.count == 6)
        let first = rows[0]
        #expect(
            Set(first.keys) == [
                "layout", "kind", "elementKind", "section", "item", "x", "y", "width", "height", "zIndex", "key",
                "payload", "stale", "lap", "itemId", "sectionId", "title",
            ])
        #expect(first["kind"] as? String == "supplementary")
        #expect(first["elementKind"] as? String == "header")
        #expect(first["key"] is NSNull)
        #expect(first["title"] as? String == "Red" && rows[1]["title"] is NSNull)
        #expect(rows.map { $0["sectionId"] as? Int } == [1, 1, 1, 1, 2, 2])
        #expect((rows[2]["payload"] as? [String: Any])?["title"] as? String == "Beet, \"pickled\"")
        #expect(rows.map { $0["section"] as? Int } == [0, 0, 0, 0, 1, 1])
    }

    @Test("NDJSON has the same objects, one to a line; nothing found is no line and an empty array")
    func ndjson() throws {
        let store = try SmallStore()
        let array = try store.command.run("visible", "s.db", "wall", "--rect", "0,0,320,480", "--format", "json").rows()
        let lines = try store.command.run("visible", "s.db", "wall", "--rect", "0,0,320,480", "--format", "ndjson")
        let objects = try lines.output.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8))
        }
        #expect(objects as NSArray == array as NSArray)
        let far = "0,90000,320,480"
        #expect(try store.command.run("visible", "s.db", "wall", "--rect", far, "--format", "ndjson").output == "")
        #expect(try store.command.run("visible", "s.db", "wall", "--rect", far, "--format", "json").output == "[]\n")
    }

    @Test("CSV quotes what needs it, and is taken by an import again")
    func csv() throws {
        let store = try SmallStore()
        let outcome = try store.command.run("frame", "s.db", "wall", "0/1", "--format", "csv")
        #expect(
            outcome.output == #"""
                layout,kind,elementKind,section,item,x,y,width,height,zIndex,key,payload,stale,lap,itemId,\#
                sectionId,title
                wall,cell,,0,1,110,35,100,50,0,b,"{""title"":""Beet, \""pickled\""""}",0,0,2,1,

                """#)
        let frames =
            ["t.db", "-", "--dataset", "frames", "--key", "key"]
            + ["x", "y", "width", "height"].flatMap { ["--" + $0, $0] }
        let back = try store.command.run(["import"] + frames, input: outcome.output)
        #expect(back.exitCode == 0, "\(back.errors)")
        // A canvas shows the frame where it was, and what else the row holds as payload.
        try store.command.run(
            "layout", "t.db", "plan", "--dataset", "frames", "--definition", #"{"layout":"canvas"}"#, "--container",
            "320x480")
        try store.command.run("prepare", "t.db")
        let row = try store.command.run("frame", "t.db", "plan", "--key", "b", "--format", "json").rows()[0]
        #expect(["x", "y", "width", "height"].map { row[$0] as? Int } == [110, 35, 100, 50])
        let payload = try #require(row["payload"] as? [String: Any])
        #expect(payload["payload"] as? String == #"{"title":"Beet, \"pickled\""}"#)
        #expect(payload["kind"] as? String == "cell")
    }

    @Test("An item is found by its key, whatever its place")
    func frameByKey() throws {
        let store = try SmallStore()
        let byKey = try store.command.run("frame", "s.db", "wall", "--key", "d", "--format", "json")
        #expect(byKey.exitCode == 0)
        #expect(byKey.output == (try store.command.run("frame", "s.db", "wall", "0/2", "--format", "json")).output)
        let none = try store.command.run("frame", "s.db", "wall", "--key", "z")
        #expect(none.exitCode == 1)
        #expect(none.errors == "layoutctl: the layout “wall” has no item with the key “z”\n")
    }

    @Test(
        "Text that would end a quoted field by grapheme, or command a terminal, comes back as it was",
        arguments: ["csv", "json", "ndjson"])
    func hostileText(format: String) throws {
        let store = try SmallStore()
        let key = "a\"\u{301},\u{202E}\u{2028}\r\n\u{9B}2J\u{1B}]0;\u{7}é"
        try store.command.run("insert", "s.db", "plants", "0/0", "--key", key)
        try store.command.run("prepare", "s.db")
        let output = try store.command.run("frame", "s.db", "wall", "0/0", "--format", format).output
        let found: [Unicode.Scalar]
        if format == "csv" {
            let record = output.unicodeScalars.split(separator: "\n", maxSplits: 1)[1]
            found = CSVRecord.fields(record)[10]
        } else {
            let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
            let row = try #require((value as? [[String: Any]])?.first ?? value as? [String: Any])
            found = Array(try #require(row["key"] as? String).unicodeScalars)
            for scalar in output.unicodeScalars where scalar != "\n" {
                let category = scalar.properties.generalCategory
                #expect(![.control, .format, .lineSeparator].contains(category), "\(scalar.value)")
            }
        }
        #expect(found == Array(key.unicodeScalars))
        // A table spells it out.
        let table = try store.command.run("frame", "s.db", "wall", "0/0").output
        let shown = "a\"\u{301}," + #"\u{202E}\u{2028}\u{D}⏎\u{9B}2J\u{1B}]0;\u{7}é"#
        #expect(table.unicodeScalars.firstRange(of: shown.unicodeScalars) != nil, "\(table)")
    }

    @Test("status tells each layout's figures")
    func status() throws {
        let store = try SmallStore()
        let rows = try store.command.run("status", "s.db", "--format", "json").rows()
        #expect(rows.count == 1)
        #expect(rows[0]["itemCount"] as? Int == 4)
        #expect(rows[0]["elementCount"] as? Int == 6)
        #expect(rows[0]["staleSections"] as? Int == 0)
        #expect(rows[0]["containerWidth"] as? Int == 320)
    }

    @Test("Commands that only read refuse a layout that was never prepared, and warn of one that is stale unless quiet")
    func stale() throws {
        let store = try SmallStore(isPrepared: false)
        let anchor = ["anchor", "s.db", "wall", "--offset", "0,0"]
        let never = try store.command.run(anchor)
        #expect(never.exitCode == 1)
        #expect(never.output == "")
        #expect(never.errors == "layoutctl: the layout “wall” was never prepared; run “layoutctl prepare s.db wall”\n")

        try store.command.run("prepare", "s.db")
        try store.command.run("resize", "s.db", "plants", "--key", "a", "--height", "51")
        #expect(
            try store.command.run(anchor).errors
                == "layoutctl: warning: “wall” has changed since it was prepared; "
                + "“layoutctl prepare s.db wall” brings it up to date\n"
        )
        #expect(try store.command.run(anchor + ["--quiet"]).errors == "")
    }

    @Test(
        "Commands that read make no file and change none",
        arguments: [
            ["visible", "none.db", "wall", "--rect", "0,0,1,1"], ["frame", "none.db", "wall", "0/0"],
            ["status", "none.db"],
            ["verify", "none.db"], ["render", "none.db", "wall", "--rect", "0,0,1,1", "-o", "x.svg"],
            ["snap", "none.db", "wall", "--proposed", "0,0", "--velocity", "0,0"], ["stops", "none.db", "wall", "0"],
            ["recenter", "none.db", "wall", "--offset", "0,0", "--sets", "3"],
            ["anchor", "none.db", "wall", "--offset", "0,0"],
            ["restore", "none.db", "wall", "--anchor", #"{"edge":"start"}"#], ["prepare", "none.db"],
            ["resize", "none.db", "plants", "0/0", "--width", "1"],
            [
                "layout", "none.db", "wall", "--dataset", "plants", "--definition", #"{"layout":"table"}"#,
                "--container", "1x1",
            ],
        ])
    func createNothing(arguments: [String]) throws {
        let scratch = try ScratchDirectory()
        let outcome = try BuiltCommand(directory: scratch.path).run(arguments)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors == "layoutctl: none.db cannot be opened: No such file or directory\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }

    @Test("Looking leaves the file as it is, byte for byte")
    func leaveUnchanged() throws {
        let store = try SmallStore()
        let before = try store.contents(of: "s.db")
        for arguments in [
            ["visible", "s.db", "wall", "--rect", "0,0,9,9"], ["status", "s.db"], ["verify", "s.db"],
            ["frame", "s.db", "wall", "0/0"],
        ] {
            #expect(try store.command.run(arguments).exitCode == 0)
        }
        #expect(try store.contents(of: "s.db") == before)
        #expect(try store.names == ["rows.csv", "s.db"])
    }
}

/// Takes a record of CSV apart, code point by code point.
enum CSVRecord {
    static func fields(_ record: some Collection<Unicode.Scalar>) -> [[Unicode.Scalar]] {
        var fields: [[Unicode.Scalar]] = [[]]
        var isQuoted = false
        var hasClosed = false
        for scalar in record {
            if scalar == "\"" {
                // A second quote after the one that closed is a quote of the text.
                if hasClosed { fields[fields.count - 1].append(scalar) }
                hasClosed = isQuoted
                isQuoted.toggle()
            } else {
                hasClosed = false
                if isQuoted || (scalar != "," && scalar != "\n") {
                    fields[fields.count - 1].append(scalar)
                } else if scalar == "," {
                    fields.append([])
                } else {
                    return fields
                }
            }
        }
        return fields
    }
}
