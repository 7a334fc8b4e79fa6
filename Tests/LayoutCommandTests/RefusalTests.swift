import LayoutTestSupport
import Testing

/// Commands that contradict themselves or name what is not there say so in one line, and change nothing.
@Suite struct RefusalTests {
    private func expect(_ arguments: [String], _ exitCode: Int32, _ message: String, in store: SmallStore) throws {
        let outcome = try store.command.run(arguments)
        #expect(outcome.exitCode == exitCode, "\(arguments)")
        #expect(outcome.output == "", "\(arguments)")
        #expect(outcome.errors == "layoutctl: \(message)\n", "\(arguments)")
    }

    /// - Parameter cases: What follows the program's name, and the error without the advice that ends it.
    private func expectUsageErrors(_ cases: [([String], String)]) throws {
        let store = try SmallStore()
        let before = try store.contents(of: "s.db")
        for (arguments, message) in cases {
            try expect(arguments, 2, "\(message) (see “layoutctl help \(arguments[0])”)", in: store)
        }
        #expect(try store.contents(of: "s.db") == before)
        #expect(try store.names == ["rows.csv", "s.db"])
    }

    @Test("An edit is either of an item or of a section")
    func itemOrSection() throws {
        let both = "and cannot be used with SECTION/ITEM or --key"
        try expectUsageErrors([
            (["delete", "s.db", "plants", "0/0", "--section", "1"], "--section deletes a section, \(both)"),
            (["delete", "s.db", "plants", "--key", "a", "--section", "1"], "--section deletes a section, \(both)"),
            (["move", "s.db", "plants", "0/0", "--section", "1", "--to", "0"], "--section moves a section, \(both)"),
            (
                ["move", "s.db", "plants", "--key", "a", "--section", "1", "--to", "0"],
                "--section moves a section, \(both)"
            ),
            (
                ["insert", "s.db", "plants", "0/0", "--section", "1"],
                "SECTION/ITEM and --section cannot be used together"
            ),
            (["insert", "s.db", "plants"], "SECTION/ITEM or --section INDEX is missing"),
            (["insert", "s.db", "plants", "0/0", "--title", "x"], "--title is for a section: --section INDEX"),
            (
                ["insert", "s.db", "plants", "--section", "0", "--x", "1"],
                "--x is for an item, and --section inserts a section"
            ),
            (
                ["insert", "s.db", "plants", "--section", "0", "--payload", "{}"],
                "--payload is for an item, and --section inserts a section"
            ),
            (["resize", "s.db", "plants", "0/0", "--layout", "wall"], "--width or --height is missing"),
        ])
    }

    @Test("A picture has an area, and a file whose ending says what it is")
    func pictures() throws {
        let to = ["-o", "x.svg"]
        try expectUsageErrors([
            (["render", "s.db", "wall", "--rect", "0,0,0,5"] + to, "--rect has no area"),
            (["render", "s.db", "wall", "--rect", "0,0,5,0"] + to, "--rect has no area"),
            (
                ["render", "s.db", "wall", "--rect", "0,0,5,5", "-o", "x.gif"],
                "--output takes a file that ends in .svg, .png or .html, not “x.gif”"
            ),
            (
                ["render", "s.db", "wall", "--rect", "0,0,5,5", "--label", "indx"] + to,
                "--label takes index, key, title or a JSON path such as $.artist, not “indx”"
            ),
            (
                ["render", "s.db", "wall", "--overview", "-o", "x.html"],
                "--overview is a picture: --output takes a file that ends in .svg or .png"
            ),
            (
                ["export", "s.db", "--format", "geojson"],
                "--format geojson needs a LAYOUT: items have no place of their own"
            ),
        ])
    }

    @Test("Rows come from one source, and an import in one mode")
    func sources() throws {
        let modes = ["append", "replace", "upsert", "sync"]
        let pairs = modes.flatMap { first in modes.filter { $0 != first }.map { ("--" + first, "--" + $0) } }
        try expectUsageErrors(
            [
                (
                    ["import", "s.db", "rows.csv", "--from-db", "x.db", "--dataset", "d"],
                    "FILE and --from-db cannot be used together"
                ),
                (
                    ["import", "s.db", "rows.csv", "--from-db", "x.db", "--table", "t", "--dataset", "d"],
                    "FILE and --from-db cannot be used together"
                ),
                (["import", "s.db", "rows.csv", "--table", "t", "--dataset", "d"], "--table needs --from-db FILE"),
                (["import", "s.db", "--table", "t", "--dataset", "d"], "--table needs --from-db FILE"),
                (["import", "s.db", "--from-db", "x.db", "--dataset", "d"], "--table T is missing"),
                (
                    ["import", "s.db", "rows.csv", "--dataset", "d", "--upsert"],
                    "--upsert finds items by --key, which is missing"
                ),
                (
                    ["import", "s.db", "rows.csv", "--dataset", "d", "--sync"],
                    "--sync finds items by --key, which is missing"
                ),
                (["adopt", "s.db", "--dataset", "x"], "--table T is missing"),
                (["adopt", "s.db", "--table", "x"], "--dataset NAME is missing"),
            ]
                + ["section", "order", "width", "height", "key", "payload"].map {
                    (["adopt", "s.db", "--remove", "--\($0)", "c"], "--\($0) and --remove cannot be used together")
                }
                + pairs.map {
                    (
                        ["import", "s.db", "rows.csv", "--dataset", "d", "--key", "key", $0.0, $0.1],
                        "--append, --replace, --upsert and --sync cannot be used together"
                    )
                })
    }

    @Test("What is not there is named")
    func notThere() throws {
        let store = try SmallStore()
        let before = try store.contents(of: "s.db")
        let cases: [([String], String)] = [
            (["adopt", "none.db", "--remove"], "there is no file none.db"),
            (["resize", "s.db", "plants", "9/0", "--width", "1"], "the data set “plants” has no section 9"),
            (
                ["resize", "s.db", "plants", "--key", "z", "--width", "1"],
                "the data set “plants” has no item with the key “z”"
            ),
            (
                ["resize", "s.db", "shop", "0/0", "--width", "1"],
                "there is no data set “shop”; known data sets: plants"
            ),
            (
                ["resize", "s.db", "plants", "0/0", "--layout", "hall", "--width", "1"],
                "there is no layout “hall”; known layouts: wall"
            ),
            (["delete", "s.db", "plants", "0/9"], "the data set “plants” has no item 0/9"),
            (["delete", "s.db", "plants", "--section", "2"], "the data set “plants” has no section 2"),
            (["move", "s.db", "plants", "0/0", "--to", "2/0"], "the data set “plants” has no section 2"),
            (
                ["move", "s.db", "plants", "--section", "0", "--to", "2"],
                "the index 2 is out of range: the sections end before it"
            ),
            (["insert", "s.db", "plants", "2/0"], "the data set “plants” has no section 2"),
            (
                ["insert", "s.db", "plants", "--section", "3"],
                "the index 3 is out of range: the sections end before it"
            ),
            (
                ["insert", "s.db", "plants", "0/0", "--key", "a"],
                "the data set “plants” has an item with the key “a” already"
            ),
            (["stops", "s.db", "wall", "2"], "the layout “wall” has no section 2"),
            (
                ["snap", "s.db", "wall", "--section", "2", "--proposed", "0,0", "--velocity", "0,0"],
                "the layout “wall” has no section 2"
            ),
            (
                ["anchor", "s.db", "wall", "--offset", "0,9000"],
                "no item of “wall” is visible at that offset, so there is nothing to anchor to"
            ),
            (["copy", "s.db", "rows.csv"], "there is a file at rows.csv already"),
            (["remove", "s.db", "--dataset", "shop"], "there is no data set “shop”; known data sets: plants"),
        ]
        for (arguments, message) in cases { try expect(arguments, 1, message, in: store) }
        #expect(try store.contents(of: "s.db") == before)
        #expect(try store.names == ["rows.csv", "s.db"])
    }

    @Test("An index may be that behind the last, where something is put at the end")
    func atTheEnd() throws {
        let store = try SmallStore()
        for arguments in [
            ["insert", "s.db", "plants", "1/1", "--key", "last"], ["insert", "s.db", "plants", "--section", "2"],
            ["move", "s.db", "plants", "--section", "0", "--to", "2"],
        ] {
            let outcome = try store.command.run(arguments)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        // Blue, the one without items, Red.
        try store.command.run("prepare", "s.db")
        let rows = try store.command.run("export", "s.db", "wall", "--format", "ndjson").output
        let places = rows.matches(of: /"section":(\d),"item":(\d).*"key":"(\w+)"/).map { "\($0.1)/\($0.2)=\($0.3)" }
        #expect(places == ["0/0=c", "0/1=last", "2/0=a", "2/1=b", "2/2=d"])
    }
}
