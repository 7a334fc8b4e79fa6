import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// The packages that the scripts make of what was built for the tests.
@Suite(.enabled(if: LoadableExtension.isThere, "the extension was not built")) struct PackagingTests {
    private static let hasPip =
        ((try? Shell.runProgram([Shell.python ?? "/usr/bin/python3", "-m", "pip", "--version"]))?.exitCode ?? 1) == 0
        && ["python3", "/usr/bin/python3"].contains { python in
            let outcome = try? Shell.runProgram(["/usr/bin/env", python, "-c", "import setuptools, wheel"])
            return outcome?.exitCode == 0
        }

    private func package(_ script: String, into directory: String) throws -> String {
        let built = try BuiltCommand.executable().deletingLastPathComponent().path
        let made = try Shell.runProgram(
            ["/usr/bin/env", "bash", Paper.root.path + "/scripts/" + script, "--from", built, directory],
            // The package is thrown away.
            environment: ["DPKG_DEB_COMPRESSOR_TYPE": "none"])
        #expect(made.exitCode == 0, "\(made.errors)")
        return made.output.trimmingCharacters(in: .newlines)
    }

    @Test(
        "The wheel is installed without a network, and loads the functions",
        .enabled(if: Shell.python != nil && hasPip, "there is no Python with pip and setuptools that loads extensions"))
    func wheel() throws {
        let store = try SmallStore(isPrepared: false)
        let wheel = try package("package-wheel", into: store.path("wheels"))
        #expect(wheel.contains(/\/layoutcache-[\d.]+-py3-none-(manylinux_2_\d+|macosx)_\w+\.whl$/), "\(wheel)")
        let python = Shell.python ?? ""
        let installation = "-m pip install --quiet --no-index --no-deps --target \(store.path("site")) \(wheel)"
        let installed = try Shell.runProgram([python] + ShellWords.words(of: installation))
        #expect(installed.exitCode == 0, "\(installed.errors)")
        func run(_ program: String) throws -> Shell.Outcome {
            try Shell.runProgram(
                [python, "-c", program], directory: store.scratch.path, environment: ["PYTHONPATH": store.path("site")])
        }
        let outcome = try run(
            """
            import sqlite3, layoutcache
            for wrong in ('s.db', 7):
                try:
                    layoutcache.load(wrong)
                except TypeError as error:
                    print(error)
            c = layoutcache.load(sqlite3.connect('s.db'))
            c.execute("SELECT layout_prepare('wall')").fetchone()
            seen = "SELECT key FROM visible_in('wall', 0, 0, 320, 480) WHERE kind = 'cell' ORDER BY key"
            print([r[0] for r in c.execute(seen)])
            try:
                c.execute("SELECT load_extension('x')")
            except sqlite3.OperationalError as error:
                print(error)
            """)
        #expect(
            outcome.output == """
                load takes a connection, not a path: layoutcache.load(sqlite3.connect('s.db'))
                load takes a connection of sqlite3 or apsw, not int
                ['a', 'b', 'c', 'd']
                not authorized

                """, "\(outcome)")
        let drawn = try run(Self.drawingProgram)
        #expect(drawn.output == "5 elements\nescaped\nFalse\n", "\(drawn)")
        // The same files make the same wheel.
        let again = try package("package-wheel", into: store.path("again"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: wheel)) == Data(contentsOf: URL(fileURLWithPath: again)))
    }

    /// Draws what is visible, and a row whose names look like markup.
    private static let drawingProgram = """
        import sqlite3, re, layoutcache
        from layoutcache import drawing
        c = layoutcache.load(sqlite3.connect('s.db'))
        c.row_factory = sqlite3.Row
        rows = c.execute("SELECT * FROM visible_in('wall', 0, 0, 320, 480)").fetchall()
        text = drawing.picture(rows, title='wall')
        print(text.count('<g><title>') - 1, 'elements')
        odd = dict(x=0, y=0, width=50, height=50, key='<script>&"', kind='cell', section=0, item=0)
        bad = [dict(x=None, y=0, width=1, height=1), dict(x='a', y=0, width=1, height=1),
               dict(x=0, y=0, width=float('inf'), height=1)]
        text = drawing.picture([odd] + bad, title='</svg>')
        print('escaped' if '<script' not in text and text.count('</svg>') == 1 and text.count('<g>') == 1 else text)
        print(drawing.can_draw(['x', 'y', 'width']))
        """

    /// A Python with Datasette that loads extensions; Debian has no package of it: the environment names one.
    private static let datasette = ProcessInfo.processInfo.environment["LAYOUTCACHE_DATASETTE"]

    /// The other directories that Python searches, such as in a virtual environment of another one.
    private static let datasettePath = ProcessInfo.processInfo.environment["PYTHONPATH"].map { ":" + $0 } ?? ""

    private func ask(_ file: String, _ path: String, in store: SmallStore) throws -> Shell.Outcome {
        try Shell.runProgram(
            [Self.datasette ?? "", "-m", "datasette", file, "--get", path], directory: store.scratch.path,
            environment: ["PYTHONPATH": store.path("site") + Self.datasettePath])
    }

    @Test(
        "Datasette finds the plugin in the wheel, draws rows that have frames, and knows visible_in in any database",
        .enabled(if: datasette != nil, "LAYOUTCACHE_DATASETTE names no Python that has Datasette"))
    func datasettePlugin() throws {
        let store = try SmallStore()
        let wheel = try package("package-wheel", into: store.path("wheels"))
        let unpacking = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])"
        let unpacked = try Shell.runProgram([Self.datasette ?? "", "-c", unpacking, wheel, store.path("site")])
        #expect(unpacked.exitCode == 0, "\(unpacked.errors)")
        func get(_ path: String) throws -> String { try ask("s.db", path, in: store).output }
        let picture = try get("/s/element_frames.svg?layout=wall")
        #expect(picture.hasPrefix("<svg ") && picture.contains("<title>a · 0/0: 100 × 50 at "), "\(picture)")
        #expect(try get("/s/element_frames?layout=wall").contains("/s/element_frames.svg?layout=wall"))
        #expect(try !get("/s/layout_readme").contains("layout_readme.svg"))
        let found = try get("/s.json?sql=SELECT+count(*)+AS+n+FROM+visible_in('wall',0,0,320,480)&_shape=array")
        #expect(found.trimmingCharacters(in: .newlines) == "[{\"n\": 6}]", "\(found)")
        // In a database of other tables.
        try Connection.at(store.path("app.db"), .create) {
            try $0.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY, h REAL); INSERT INTO photo VALUES (1, 9)")
        }
        let command = store.command
        try command("follow app.db --table photo --dataset photos --height h")
        try command("layout app.db wall --dataset photos --definition '\(SmallStore.flow)' --container 320x480")
        try command("prepare app.db")
        func getApp(_ path: String) throws -> Shell.Outcome { try ask("app.db", path, in: store) }
        let followed = try getApp("/app.json?sql=SELECT+count(*)+AS+n+FROM+visible_in('wall',0,0,320,480)&_shape=array")
        #expect(followed.output.trimmingCharacters(in: .newlines) == #"[{"n": 2}]"#, "\(followed)")
        // Datasette ends with 1 where the status is none of success.
        for query in ["SELECT+1+AS+x", "SELECT+x,y,width,height+FROM+visible_in('none',0,0,1,1)"] {
            let failed = try getApp("/app.svg?sql=" + query)
            #expect(failed.exitCode == 1 && !failed.output.contains("<svg"), "\(failed)")
        }
        #expect(try getApp("/app.svg?sql=SELECT+1+AS+x").output.contains("a picture needs the columns x, y, width"))
    }

    @Test(
        "The Debian package holds the program, its manual, completions and the extension, and they find each other",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-deb"), "dpkg-deb is missing"))
    func debianPackage() throws {
        let store = try SmallStore()
        let package = try package("package-deb", into: store.path("packages"))
        let root = store.path("root")
        #expect(try Shell.runProgram(["/usr/bin/dpkg-deb", "--extract", package, root]).exitCode == 0)
        let fields = try Shell.runProgram(["/usr/bin/dpkg-deb", "--field", package]).output
        #expect(fields.contains("Package: layoutctl\n") && fields.contains("libsqlite3-0 (>= 3.38)"))
        #expect(fields.contains("Recommends: libmicrohttpd12\n") && fields.contains(/Homepage: https:\/\/\S+\n/))
        #expect(!fields.contains("@PUBLISHER@"))
        let listing = try Shell.runProgram(["/usr/bin/dpkg-deb", "--contents", package]).output
        #expect(listing.split(separator: "\n").allSatisfy { $0.contains(" root/root ") })
        let shared = [
            "man/man1/layoutctl.1.gz", "bash-completion/completions/layoutctl", "zsh/vendor-completions/_layoutctl",
            "fish/vendor_completions.d/layoutctl.fish", "doc/layoutctl/copyright",
        ]
        for file in shared {
            let size = try FileManager.default.attributesOfItem(atPath: "\(root)/usr/share/\(file)")[.size] as? Int
            #expect(size ?? 0 > 100, "\(file)")
        }
        let program = root + "/usr/bin/layoutctl"
        let found = try Shell.runProgram([program, "extension"])
        let path = try #require(found.output.split(separator: "\n").first)
        #expect(path.hasSuffix("/usr/lib/layoutcache/liblayoutcache.so"))
        #expect(FileManager.default.fileExists(atPath: String(path)))
        let frame = try Shell.runProgram(
            [program] + ShellWords.words(of: "frame \(store.path("s.db")) wall --key a --format json"))
        #expect(frame.exitCode == 0 && frame.output.contains(#""key":"a""#), "\(frame)")
    }
}
