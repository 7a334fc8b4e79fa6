import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// A command that lays out the visible part before it shows it, where it may not. More of them are in
/// `commands/viewing.txt`.
@Suite struct ViewingTests {
    @Test("In a file that cannot be written, the layout is shown as last prepared, with a warning")
    func readOnly() throws {
        try #require(getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"))
        let store = try SmallStore()
        try store.command("resize s.db plants --key a --height 51")
        for (path, mode) in [(store.path("s.db"), 0o444), (store.scratch.path, 0o555)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: store.scratch.path) }
        // Permissions do not bind the superuser, who has to become another user.
        let user = getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : []
        let words = ShellWords.words(of: "frame \(store.path("s.db")) wall --key a --format json")
        let outcome = try Shell.runProgram(user + [BuiltCommand.executable().path] + words)
        #expect(
            outcome.errors.contains("“wall” has changed since it was prepared, and the file cannot be written;"),
            "\(outcome)")
        #expect(outcome.output.contains(#""height":50"#))
    }

    @Test("While another process writes, the layout is shown as last prepared, with a warning and without waiting")
    func busy() throws {
        let store = try SmallStore()
        try store.command("resize s.db plants --key a --height 51")
        let holder = try Connection(path: store.path("s.db"), mode: .readWrite)
        defer { holder.close() }
        try holder.execute("BEGIN IMMEDIATE")
        for command in ["frame s.db wall --key a", "visible s.db wall --rect 0,0,320,480"] {
            let start = ContinuousClock.now
            let outcome = try store.command("\(command) --format json")
            // A writer would wait for five seconds.
            #expect(ContinuousClock.now - start < .seconds(4), "\(command)")
            #expect(outcome.exitCode == 0 && outcome.errors.contains("another process is writing"), "\(outcome)")
            #expect(outcome.output.contains(#""height":50"#) && outcome.output.contains(#""stale":true"#), "\(outcome)")
        }
    }
}
