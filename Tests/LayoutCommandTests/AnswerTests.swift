import LayoutTestSupport
import Testing

/// The answers of commands about scrolling and about layouts, in every format, character by character.
@Suite struct AnswerTests {
    /// A store with a flow, a table whose rows are 50, 50, 300 and 40 high, and a shelf of three pages of 200.
    private func store(isShelfPrepared: Bool = true) throws -> SmallStore {
        let store = try SmallStore()
        let table = #"{"layout":"table","estimatedRowHeight":300,"snap":{"alignment":"leading","padding":0}}"#
        for (name, definition, container) in [("list", table, "320x100"), ("shelf", SmallStore.shelf, "300x480")] {
            try store.command.run(
                "layout", "s.db", name, "--dataset", "plants", "--definition", definition, "--container", container)
        }
        _ = try store.command.run(["prepare", "s.db", "list"] + (isShelfPrepared ? ["shelf"] : []))
        return store
    }

    private func expect(
        _ arguments: [String], in store: SmallStore, json: String, csv: String, table: String
    ) throws {
        for (format, text) in [("json", json), ("ndjson", json), ("csv", csv), ("table", table)] {
            let outcome = try store.command.run(arguments + ["--format", format])
            #expect(outcome.exitCode == 0)
            #expect(outcome.errors == "")
            #expect(outcome.output == text + "\n", "\(arguments) as \(format)")
        }
        // One answer is an object unless another format is asked for.
        #expect(try store.command.run(arguments).output == json + "\n")
    }

    @Test("snap answers with a point, of which only the scrolling axis moves")
    func snap() throws {
        let store = try store()
        try expect(
            ["snap", "s.db", "list", "--proposed", "3,20", "--velocity", "0,1"], in: store,
            json: #"{"x":3,"y":50}"#, csv: "x,y\n3,50", table: "x   y\n3  50")
        // From the first page a push leads to the second, wherever it would have come to rest.
        let push = ["--section", "0", "--proposed", "590,7", "--velocity", "2,0", "--current", "0,0"]
        try expect(
            ["snap", "s.db", "shelf"] + push, in: store,
            json: #"{"x":200,"y":7}"#, csv: "x,y\n200,7", table: "  x  y\n200  7")
    }

    @Test("anchor names the first or the last visible item, and how far it is from the edge")
    func anchor() throws {
        let store = try store()
        // From 60 to 160 there are b, from 50 to 100, and d, from 100 to 400.
        try expect(
            ["anchor", "s.db", "list", "--offset", "0,60"], in: store,
            json: #"{"edge":"start","atLimit":false,"key":"b","itemId":2,"section":0,"item":1,"distance":-10}"#,
            csv: "edge,atLimit,key,itemId,section,item,distance\nstart,0,b,2,0,1,-10",
            table: """
                edge   atLimit  key  itemId  section  item  distance
                start        0  b         2        0     1       -10
                """)
        try expect(
            ["anchor", "s.db", "list", "--offset", "0,60", "--edge", "end"], in: store,
            json: #"{"edge":"end","atLimit":false,"key":"d","itemId":4,"section":0,"item":2,"distance":240}"#,
            csv: "edge,atLimit,key,itemId,section,item,distance\nend,0,d,4,0,2,240",
            table: """
                edge  atLimit  key  itemId  section  item  distance
                end         0  d         4        0     2       240
                """)
        // At the top, and at 340 of 440, there is nothing more to scroll to in that direction.
        for (offset, edge, isAtLimit) in [
            (0, "start", true), (1, "start", false), (340, "end", true), (339, "end", false), (0, "end", false),
            (340, "start", false),
        ] {
            let answer = try store.command.run("anchor", "s.db", "list", "--offset", "0,\(offset)", "--edge", edge)
            #expect(try answer.object()["atLimit"] as? Bool == isAtLimit, "\(offset) \(edge)")
        }
    }

    @Test("restore answers with the point that an anchor stands for")
    func restore() throws {
        let store = try store()
        try expect(
            ["restore", "s.db", "list", "--anchor", #"{"edge":"start","key":"b","distance":-10}"#], in: store,
            json: #"{"x":0,"y":60}"#, csv: "x,y\n0,60", table: "x   y\n0  60")
        try expect(
            ["restore", "s.db", "list", "--anchor", #"{"edge":"end","key":"d","distance":240}"#], in: store,
            json: #"{"x":0,"y":60}"#, csv: "x,y\n0,60", table: "x   y\n0  60")
    }

    @Test("stops answers with the range and the places of rest of an orthogonal section")
    func stops() throws {
        let store = try store()
        // Three pages of 200 points in 300: the last place is where the end of the content is in sight.
        try expect(
            ["stops", "s.db", "shelf", "0"], in: store, json: #"{"min":0,"max":300,"stops":[0,200,300]}"#,
            csv: "min,max,stops\n0,300,\"[0,200,300]\"", table: "min  max  stops\n  0  300  [0, 200, 300]")
    }

    @Test("recenter answers with a point and whether it is another")
    func recenter() throws {
        let store = try store()
        try expect(
            ["recenter", "s.db", "list", "--offset", "0,30", "--sets", "3"], in: store,
            json: #"{"x":0,"y":470,"moved":true}"#, csv: "x,y,moved\n0,470,1", table: "x    y  moved\n0  470      1")
    }

    @Test("status has a row for each layout, by name, and an empty one for what was never prepared")
    func status() throws {
        let store = try store(isShelfPrepared: false)
        let csv = try store.command.run("status", "s.db", "--format", "csv")
        #expect(
            csv.output == """
                layout,dataset,kind,containerWidth,containerHeight,sectionCount,itemCount,elementCount,contentWidth,\
                contentHeight,staleSections,isComplete
                list,plants,table,320,100,2,4,4,320,440,0,1
                shelf,plants,compositional,300,480,0,0,0,0,0,2,0
                wall,plants,flow,320,480,2,4,6,320,160,0,1

                """)
        let json = try store.command.run("status", "s.db", "--format", "json")
        let lines = try store.command.run("status", "s.db", "--format", "ndjson").output.split(separator: "\n")
        // An array with a row to a line, for people who look at it.
        #expect(json.output == "[\n  " + lines.joined(separator: ",\n  ") + "\n]\n")
        #expect(
            lines.last == """
                {"layout":"wall","dataset":"plants","kind":"flow","containerWidth":320,"containerHeight":480,\
                "sectionCount":2,"itemCount":4,"elementCount":6,"contentWidth":320,"contentHeight":160,\
                "staleSections":0,"isComplete":true}
                """)
        #expect(csv.errors == "" && json.errors == "")
    }

    @Test("import and prepare report what they did in columns that are always the same")
    func reports() throws {
        let store = try store(isShelfPrepared: false)
        func report(_ arguments: [String]) throws -> String {
            let outcome = try store.command.run(arguments + ["--format", "csv"])
            #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
            // What it took, in seconds, ends each row.
            return outcome.output.replacing(/,\d+(\.\d{1,6})?(e-\d+)?\n/, with: "\n")
        }
        let options = ["--section", "section", "--key", "key", "--width", "width", "--height", "height"]
        #expect(
            try report(["import", "s.db", "rows.csv", "--dataset", "more"] + options) == """
                dataset,rowsRead,itemsInserted,itemsMatched,itemsDeleted,itemsWithoutSize,rowsRejected,\
                sectionsCreated,sectionsDeleted,dryRun,seconds
                more,4,4,0,0,1,0,2,0,0

                """)
        try store.write("section,key,width,height\nBlue,c,200,44\nBlue,a,1,1\n", to: "fewer.csv")
        #expect(
            try report(["import", "s.db", "fewer.csv", "--dataset", "more", "--sync", "--dry-run"] + options)
                .hasSuffix("\nmore,2,0,2,2,0,0,0,1,1\n"))
        #expect(
            try report(["prepare", "s.db"]) == """
                layout,sectionsPrepared,sectionsTotal,elementsWritten,seconds
                list,0,2,0
                shelf,2,2,4
                wall,0,2,0

                """)
    }

    @Test("export writes each element as a polygon with its attributes")
    func shapes() throws {
        let store = try SmallStore()
        let outcome = try store.command.run("export", "s.db", "wall", "--format", "geojson")
        #expect(outcome.exitCode == 0 && outcome.errors == "")
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.count == 9)
        #expect(lines[0] == #"{"type":"FeatureCollection","features":["#)
        #expect(
            lines[2] == #"""
                {"type":"Feature","geometry":{"type":"Polygon","coordinates":\#
                [[[110,35],[210,35],[210,85],[110,85],[110,35]]]},"properties":{"kind":"cell","elementKind":null,\#
                "section":0,"item":1,"zIndex":0,"key":"b","title":null,"payload":{"title":"Beet, \"pickled\""},\#
                "stale":false}},
                """#)
        // The last has no comma after it.
        #expect(
            lines[6] == #"""
                {"type":"Feature","geometry":{"type":"Polygon","coordinates":\#
                [[[0,90],[320,90],[320,120],[0,120],[0,90]]]},"properties":{"kind":"supplementary",\#
                "elementKind":"header","section":1,"item":0,"zIndex":0,"key":null,"title":"Blue","payload":null,\#
                "stale":false}}
                """#)
        #expect(lines[7] == "]}" && lines[8] == "")
    }
}
