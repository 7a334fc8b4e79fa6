import Foundation
import LayoutTestSupport
import Testing

@testable import layoutctl

/// The files that a command writes, and the files that it must not touch.
@Suite struct OutputFileTests {
    @Test("A .png is a PNG picture made by a program that is looked for, or an error that names it")
    func png() throws {
        let store = try SmallStore()
        let arguments = ["render", "s.db", "wall", "--rect", "0,0,320,480", "-o", "w.PNG"]
        let missing = try store.command.start(arguments, environment: ["PATH": store.path("bin")]).finish()
        #expect(missing.exitCode == 1)
        #expect(missing.errors.contains("rsvg-convert"))
        #expect(try store.names == ["rows.csv", "s.db"])

        // A program of that name that prints how it was called.
        try FileManager.default.createDirectory(atPath: store.path("bin"), withIntermediateDirectories: false)
        let program = store.path("bin/rsvg-convert")
        func write(_ script: String) throws {
            try script.write(toFile: program, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        }
        try write(
            "#!/bin/sh\n[ \"$1 $2 $3\" = '--format png --output' ] && grep -q '<svg' \"$5\" && printf made > \"$4\"\n")
        let path = ["PATH": store.path("bin") + ":/usr/bin:/bin"]
        let outcome = try store.command.start(arguments, environment: path).finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try store.contents(of: "w.PNG") == Data("made".utf8))

        // One that fails leaves what was there.
        try write("#!/bin/sh\nexit 3\n")
        #expect(try store.command.start(arguments, environment: path).finish().exitCode == 1)
        #expect(try store.contents(of: "w.PNG") == Data("made".utf8))
        #expect(try store.names == ["bin", "rows.csv", "s.db", "w.PNG"])
    }
}
