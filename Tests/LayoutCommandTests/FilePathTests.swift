import Foundation
import LayoutTestSupport
import Testing

@testable import layoutctl

/// The targets of paths, and the files made and removed at them.
@Suite struct FilePathTests {
    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    @Test("A path is resolved through every link, also where the last leads to nothing yet")
    func resolved() throws {
        let scratch = try ScratchDirectory()
        // The scratch directory may be behind a link itself.
        let root = FilePath.resolved(scratch.path)
        try FilePath.makeDirectory(root + "/d")
        try FilePath.write("words", to: root + "/d/file")
        try link(root + "/to-d", to: "d")
        try link(root + "/to-file", to: "to-d/file")
        try link(root + "/d/up", to: "../d/new")
        try link(root + "/absolute", to: root + "/to-d/new")
        try link(root + "/loop", to: "loop")
        try link(root + "/long", to: String(repeating: "./", count: 500) + "d/new")
        for (path, target) in [
            ("/to-file", "/d/file"), ("/to-d/file", "/d/file"), ("/to-d/../d/./file", "/d/file"), ("/d/up", "/d/new"),
            ("/to-d/up", "/d/new"), ("/absolute", "/d/new"), ("/new", "/new"), ("/to-d/other", "/d/other"),
            ("/long", "/d/new"),
        ] { #expect(FilePath.resolved(root + path) == root + target) }
        #expect(FilePath.resolved("/") == "/")
        #expect(FilePath.resolved("/no-such-name") == "/no-such-name")
        // One that leads in a circle comes to an end.
        #expect(FilePath.resolved(root + "/loop").hasSuffix("loop"))
    }

    @Test("As many links as Linux follows are followed")
    func chains() throws {
        let scratch = try ScratchDirectory()
        let root = FilePath.resolved(scratch.path)
        try link(root + "/1", to: "end")
        for number in 2...40 { try link(root + "/\(number)", to: "\(number - 1)") }
        #expect(FilePath.resolved(root + "/39") == root + "/end")
    }

    @Test("A directory is made once, and removed with the files that are named")
    func directories() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("d")
        try FilePath.makeDirectory(path)
        try FilePath.makeDirectory(path)
        for name in ["a.db", "a.db-wal", "a.db-shm", "a.db-journal"] { try FilePath.write("", to: path + "/" + name) }
        FilePath.removeTemporaryStore(path + "/a.db", in: path)
        #expect(!FilePath.exists(path))
        // One that holds something else stays.
        try FilePath.makeDirectory(path)
        try FilePath.write("", to: path + "/kept")
        FilePath.removeDirectory(path, files: [path + "/gone"])
        #expect(FilePath.exists(path + "/kept"))
        let failure = #expect(throws: Failure.self) { try FilePath.makeDirectory(scratch.file("no/such")) }
        #expect(failure?.message == "\(scratch.file("no/such")): cannot be created: No such file or directory")
    }

    @Test("A program is found where the shell would find it")
    func programs() throws {
        #expect(FilePath.program("sh").map { FilePath.exists($0) } == true)
        #expect(FilePath.program("sh")?.hasSuffix("/sh") == true)
        #expect(FilePath.program("no-such-program-anywhere") == nil)
    }
}
