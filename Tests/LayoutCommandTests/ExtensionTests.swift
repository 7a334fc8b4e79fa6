import Foundation
import LayoutTestSupport
import Testing

/// The loadable extension, in Python. Its answers in the stock shell are in `commands/extension.txt`.
@Suite(.enabled(if: LoadableExtension.isThere, "the extension is missing")) struct ExtensionTests {
    @Test(
        "No call goes past the SQLite that has loaded it to the one that it was linked with",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/nm")))
    func forwarding() throws {
        let symbols = try Shell.runProgram(["/usr/bin/nm", "--dynamic", LoadableExtension.path])
        for name in ["layoutcache", "layoutcacheextension"] {
            #expect(symbols.output.contains("T sqlite3_\(name)_init"))
        }
        // Each one that is named here belongs into Sources/LayoutCExtension/forwarding.c.
        #expect(symbols.output.split(separator: "\n").filter { $0.contains("U sqlite3_") } == [])
    }

    @Test("Python’s sqlite3 loads it", .enabled(if: Shell.python != nil)) func python() throws {
        let store = try SmallStore(isPrepared: false)
        let program = """
            import sqlite3, json
            c = sqlite3.connect('\(store.path("s.db"))')
            c.enable_load_extension(True)
            c.load_extension('\(LoadableExtension.path)')
            print(json.loads(c.execute("SELECT layout_prepare('wall')").fetchone()[0])['layout'])
            print(c.execute("SELECT count(*) FROM visible_in('wall', 0, 0, ?, ?)", (320, 480)).fetchone()[0])
            rows = c.execute("SELECT key FROM visible_in('wall', 0, 0, 320, 480)")
            rows.fetchone()
            c.execute("UPDATE item SET height = 70 WHERE key = 'a'")
            c.commit()
            try:
                c.execute("SELECT layout_prepare('nix')")
            except sqlite3.OperationalError as error:
                print('nix' in str(error))
            c.close()
            """
        let outcome = try Shell.runProgram([Shell.python ?? "", "-c", program])
        #expect(outcome.output == "wall\n6\nTrue\n", "\(outcome)")
    }

    @Test("It loads after SQLite looked for an entry point of another name in it", .enabled(if: Shell.python != nil))
    func otherName() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("libother.so")
        try FileManager.default.copyItem(atPath: LoadableExtension.path, toPath: path)
        let program = """
            import sqlite3
            c = sqlite3.connect(':memory:')
            c.enable_load_extension(True)
            for _ in range(2):
                try:
                    c.load_extension('\(path)')
                except sqlite3.OperationalError as error:
                    print('sqlite3_other_init' in str(error))
            c.execute("SELECT load_extension('\(path)', 'sqlite3_layoutcache_init')")
            print(c.execute("SELECT 1 FROM pragma_function_list WHERE name = 'layout_prepare'").fetchone() is not None)
            """
        let outcome = try Shell.runProgram([Shell.python ?? "", "-c", program])
        #expect(outcome.output == "True\nTrue\nTrue\n", "\(outcome)")
    }
}

/// The extension as it was built, beside the program.
enum LoadableExtension {
    static var path: String {
        let directory = (try? BuiltCommand.executable().deletingLastPathComponent().path) ?? ""
        return directory + "/libLayoutCacheExtension.so"
    }

    static var isThere: Bool { FileManager.default.fileExists(atPath: path) }
}
