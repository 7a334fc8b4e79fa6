import Foundation
import LayoutTestSupport
import Testing

/// The commands that lay out the visible part before they show it.
@Suite struct ViewingTests {
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
        // Permissions do not bind the superuser, who has to become another user.
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
