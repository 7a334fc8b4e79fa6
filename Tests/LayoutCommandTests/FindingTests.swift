import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

@testable import layoutctl

/// Each finding is named by its kind: damage, a mistake of the user's own, or a layout that cannot be laid out.
@Suite struct FindingTests {
    private func execute(_ sql: String, in store: SmallStore) throws {
        let connection = try Connection(path: store.path("s.db"), mode: .readWrite)
        defer { connection.close() }
        try connection.execute(sql)
    }

    @Test("A definition that cannot be laid out is reported by prepare even when it is quiet")
    func quietPreparation() throws {
        let store = try SmallStore()
        try execute(#"UPDATE layout SET definition = '{"layout":"flwo"}'"#, in: store)
        let outcome = try store.command.run("prepare", "s.db", "-q")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.hasPrefix("layoutctl: the layout “wall” cannot be laid out: $.layout: “flwo”"))
    }

    @Test("A mistake in the user's rows is not called damage, and its row ends with what mends it")
    func mistakes() throws {
        let store = try SmallStore()
        try execute(
            #"UPDATE layout SET name = 'the wall', definition = '{"layout":"flwo"}'; UPDATE item SET payload = 'x'"#,
            in: store)
        for options in [[], ["--repair"], ["--deep"]] {
            let outcome = try store.command.run(["verify", "s.db", "--format", "json"] + options)
            #expect(outcome.exitCode == 1, "\(options)")
            #expect(outcome.errors.hasPrefix("layoutctl: s.db is whole; 2 mistakes must be corrected by hand\n"))
            let rows = try outcome.rows()
            #expect(rows.map { $0["kind"] as? String } == ["mistake", "mistake"], "\(rows)")
            let messages = rows.compactMap { $0["message"] as? String }
            #expect(
                messages[0]
                    == "data set: 4 items have a payload that is not JSON; to mend it: "
                    + "UPDATE item SET payload = json_quote(payload) WHERE NOT json_valid(payload)")
            #expect(
                messages[1].hasSuffix(
                    "to mend it: layoutctl layout s.db 'the wall' --dataset NAME --definition FILE|JSON "
                        + "--container WxH"), "\(messages)")
        }
        try execute("DELETE FROM lc_run", in: store)
        let repaired = try store.command.run("verify", "s.db", "--repair")
        #expect(repaired.exitCode == 1)
        #expect(
            repaired.errors.hasPrefix(
                "layoutctl: s.db was damaged, and is whole; 2 mistakes must be corrected by hand\n"), "\(repaired)")
        try execute("UPDATE item SET payload = json_quote(payload) WHERE NOT json_valid(payload)", in: store)
        try store.command.run(
            "layout", "s.db", "the wall", "--dataset", "plants", "--definition", SmallStore.flow, "--container",
            "320x480")
        #expect(try store.command.run("verify", "s.db").exitCode == 0)
    }

    @Test("One cause is a line for each kind of problem, and not one for each place")
    func oneCause() throws {
        let store = try SmallStore(isPrepared: false)
        let rows = (0..<140).map { "s\($0),1" }.joined(separator: "\n")
        try store.write("section,height\n\(rows)\n", to: "many.csv")
        try store.command.run(
            "import", "s.db", "many.csv", "--dataset", "many", "--section", "section", "--height", "height")
        try store.command.run(
            "layout", "s.db", "long", "--dataset", "many", "--definition", SmallStore.flow, "--container", "320x480")
        try store.command.run("prepare", "s.db")
        try execute("DELETE FROM lc_band", in: store)
        let outcome = try store.command.run("verify", "s.db", "--format", "json")
        #expect(outcome.exitCode == 6)
        let messages = try outcome.rows().compactMap { $0["message"] as? String }
        #expect(
            messages.contains { $0.contains(" has no band (and 1") && $0.hasSuffix(" more like it)") }, "\(messages)")
        #expect(messages.count < 16, "\(messages)")
    }

    @Test("A store without its bands is damaged to every command that would show some, until it is repaired")
    func missingBands() throws {
        let store = try SmallStore()
        let commands = [
            ["prepare", "s.db"], ["prepare", "s.db", "--rect", "0,0,320,480"],
            ["visible", "s.db", "wall", "--rect", "0,0,320,480", "--format", "json"], ["frame", "s.db", "wall", "0/0"],
            ["export", "s.db", "wall"],
        ]
        let whole = try commands.map { try store.command.run($0).output }
        try execute("DELETE FROM lc_band", in: store)
        for arguments in commands {
            let outcome = try store.command.run(arguments)
            #expect(outcome.exitCode == 6, "\(arguments): \(outcome)")
            #expect(outcome.errors.contains("missing from lc_band. “layoutctl verify DB --repair” rebuilds"))
        }
        #expect(try store.command.run("verify", "s.db", "--repair").exitCode == 0)
        for (arguments, expected) in zip(commands, whole).dropFirst(2) {
            #expect(try store.command.run(arguments).output == expected, "\(arguments)")
        }
    }

    @Test("A trigger with another text is named with the command that mends it, and the command does")
    func changedTrigger() throws {
        let store = try SmallStore()
        try execute(
            """
            DROP TRIGGER lc_item_after_delete;
            CREATE TRIGGER lc_item_after_delete AFTER DELETE ON item BEGIN SELECT 1; END
            """, in: store)
        let refused = try store.command.run("resize", "s.db", "plants", "0/0", "--height", "60")
        #expect(refused.exitCode == 6)
        #expect(
            refused.errors.contains(
                "the text of the trigger lc_item_after_delete is not what it should be. "
                    + "“layoutctl verify DB --repair”"), "\(refused)")
        #expect(try store.command.run("verify", "s.db", "--repair").exitCode == 0)
        #expect(try store.command.run("resize", "s.db", "plants", "0/0", "--height", "60").exitCode == 0)
    }

    @Test("A hint can be copied into a shell, with any names in it")
    func hints() throws {
        let store = try SmallStore(isPrepared: false)
        let name = "a 'b'; $c"
        let defined = try store.command.run(
            "layout", "s.db", name, "--dataset", "plants", "--definition", SmallStore.flow, "--container", "320x480")
        let hint = try #require(defined.errors.firstMatch(of: /“layoutctl (prepare [^”]*)”/)?.1)
        let program = try BuiltCommand.executable().path
        let run = try Shell.runProgram(
            ["/bin/sh", "-c", "'\(program)' \(hint) --format csv"], directory: store.scratch.path)
        #expect(run.exitCode == 0 && run.output.contains("a 'b'; $c,"), "\(hint): \(run)")
        #expect(ShellWord.text("Späne/x_1.db") == "Späne/x_1.db")
        #expect(ShellWord.text("") == "''")
    }

    @Test("A database of another program is refused with the command that adopts a table of it")
    func foreignDatabase() throws {
        let scratch = try ScratchDirectory()
        let connection = try Connection(path: scratch.file("app.db"), mode: .create)
        try connection.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY, h REAL)")
        connection.close()
        let outcome = try BuiltCommand(directory: scratch.path).run("status", "app.db")
        #expect(outcome.exitCode == 4)
        #expect(
            outcome.errors
                == "layoutctl: app.db: the file is a database of another kind. "
                + "“layoutctl adopt DB --table T --dataset NAME …” makes a table of it a data set\n")
    }
}
