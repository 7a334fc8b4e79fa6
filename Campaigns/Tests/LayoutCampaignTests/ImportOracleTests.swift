import Foundation
import LayoutTestSupport
import Testing
@testable import LayoutCampaign

/// The independent reader itself: it must see what is different.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"))) struct ImportOracleTests {
    /// Imports a text, changes the store, and asks Python.
    private func verdict(_ text: String, exit: Int32 = 0, changing sql: String = "SELECT 1") throws -> String {
        let scratch = try ScratchDirectory()
        let runner = try CommandRunner(directory: scratch.path)
        let files = scratch.file("files")
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        try StoreFiles.write(text, to: files + "/0.csv")
        let run = try runner.run([
            "import", files + "/0.db", files + "/0.csv", "--dataset", "data", "--section", "part", "--key", "key",
            "--width", "width", "--height", "height",
        ])
        #expect(run.exitCode == exit)
        if exit == 0 {
            try StoreFiles.execute(sql, on: files + "/0.db")
        }
        try StoreFiles.write("\(exit)", to: files + "/0.exit")
        try StoreFiles.write(ImportCampaign.oracle, to: scratch.file("imports.py"))
        let output = scratch.file("said.txt")
        let process = try ChildProcess(
            "/usr/bin/python3", [scratch.file("imports.py"), files], directory: scratch.path, output: output,
            errors: scratch.file("errors.txt"))
        #expect(process.wait(seconds: 30) == .exit(0))
        return String(decoding: try StoreFiles.bytes(output), as: UTF8.self).split(separator: "\t").dropFirst().first
            .map(String.init) ?? ""
    }

    private static let text = "part,key,width,height,title\na,one,10,,\"x, y\"\nb,two,,5,007\na,three,1,2,\n"

    @Test("It agrees with a store as it was imported")
    func importedStore() throws {
        #expect(try verdict(Self.text) == "same")
    }

    @Test(
        "It sees what a store holds otherwise",
        arguments: [
            "UPDATE item SET height = 6 WHERE key = 'two'", "UPDATE item SET width = 0 WHERE key = 'two'",
            "UPDATE item SET key = 'on' || 'E' WHERE key = 'one'", "DELETE FROM item WHERE key = 'three'",
            "UPDATE item SET payload = replace(payload, 'x, y', 'x,y')",
            "UPDATE item SET payload = replace(payload, '\"007\"', '7')",
            "UPDATE section SET position = -position", "UPDATE section SET title = 'A' WHERE title = 'a'",
        ])
    func differences(_ sql: String) throws {
        #expect(try verdict(Self.text, changing: sql) == "different")
    }

    @Test("It refuses what is refused, and knows what should not have been")
    func refusals() throws {
        #expect(try verdict("part,key,width,height\na,one,1\n", exit: 1) == "refused")
    }
}
