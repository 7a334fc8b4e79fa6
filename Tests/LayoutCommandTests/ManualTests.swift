import Foundation
import LayoutTestSupport
import Testing

@testable import layoutctl

/// The manual page.
@Suite struct ManualTests {
    @Test("The page names every command and every option, and is ASCII alone")
    func page() throws {
        let outcome = try BuiltCommand(directory: "/").run("manual")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.utf8.allSatisfy { $0 < 0x80 })
        for command in CommandCatalogue.all.map({ $0.specification }) {
            #expect(outcome.output.contains(".SS \"\(command.name)\"\n"))
            for option in command.options {
                #expect(outcome.output.contains(option.name.replacing("-", with: "\\-")), "\(option.name)")
            }
        }
        // Each option, exit code and variable is a separate paragraph, under its heading.
        let lists = try #require(outcome.output.components(separatedBy: ".SH \"OPTIONS\"\n").last)
            .components(separatedBy: ".SH \"SEE ALSO\"")[0]
        #expect(lists.components(separatedBy: "\n\\fB").count == lists.components(separatedBy: "\n.TP\n\\fB").count + 1)
        #expect(lists.hasPrefix(".TP\n\\fB\\-"))
        for code in ExitCode.allCases {
            #expect(outcome.output.contains("\\fB\(code.rawValue)\\fR\n\(code.meaning.replacing("-", with: "\\-"))"))
        }
    }

    @Test("A command is set with its usage, its operands, its options, its notes and its examples, in this order")
    func oneCommand() {
        let page = ManualPage.text(for: [HelpCommand.specification, StopsCommand.specification])
        #expect(
            page.hasPrefix(
                #"""
                .TH "LAYOUTCTL" "1" "" "layoutctl \#(Version.number)" "User Commands"
                .SH "NAME"
                layoutctl \- lay out sections of items, and keep the frames in an SQLite file
                .SH "SYNOPSIS"
                \fBlayoutctl\fR COMMAND \&...
                .br
                \fBlayoutctl\fR \-\-help|\-\-version
                .SH "DESCRIPTION"

                """#))
        let headings = page.split(separator: "\n").filter { $0.hasPrefix(".S") }.map { $0.split(separator: "\"")[1] }
        #expect(
            headings == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "help", "stops", "OPTIONS", "EXIT STATUS", "ENVIRONMENT",
                "SEE ALSO",
            ])
        let parts = page.components(separatedBy: "\n.SS \"")
        #expect(parts.count == 3)
        let specification = StopsCommand.specification
        #expect(
            parts[2].components(separatedBy: "\n.SH")[0] == #"""
                stops"
                Print the offsets at which an orthogonal section may stop.
                .PP
                \fBlayoutctl stops\fR DB LAYOUT SECTION [\-\-format table|json|ndjson|csv] [\-q] [\-h]
                .br
                .TP
                \fIDB\fR
                The store: an SQLite file.
                .TP
                \fILAYOUT\fR
                The name of the layout.
                .TP
                \fISECTION\fR
                The index of the section, from 0.
                .TP
                \fB\-\-format\fR \fItable|json|ndjson|csv\fR
                The format of the output. (default: json)
                .TP
                \fB\-q, \-\-quiet\fR
                Print no progress, notes or warnings; errors are still printed.
                .TP
                \fB\-h, \-\-help\fR
                Print this text.
                .PP
                \#(Self.dashed(specification.notes[0]))
                .PP
                The first section of a shelf:
                .PP
                .RS "4"
                .nf
                layoutctl stops wall.db shelf 0
                .fi
                .RE
                """#)
        #expect(page.hasSuffix(".SH \"SEE ALSO\"\nsqlite3(1)\n"))
    }

    /// Words of a note as roff has them: this note has no other characters that roff takes for its own.
    private static func dashed(_ note: String) -> String {
        note.replacing("-", with: "\\-").replacing("“", with: "\\(lq").replacing("”", with: "\\(rq")
    }

    private static let program = "/usr/bin/groff"

    @Test(
        "Groff sets it without a warning",
        .enabled(if: FileManager.default.isExecutableFile(atPath: program), "groff is not installed"))
    func groff() throws {
        let scratch = try ScratchDirectory()
        let page = try BuiltCommand(directory: scratch.path).run("manual").output
        try page.write(toFile: scratch.file("layoutctl.1"), atomically: true, encoding: .utf8)
        let outcome = try Shell.runProgram(
            [Self.program, "-man", "-Tutf8", "-ww", "-P-cbou", "layoutctl.1"], directory: scratch.path)
        #expect(outcome.exitCode == 0 && outcome.errors == "")
        // Lines are set as they are typed, also those with quotes and backslashes.
        let example = #"layoutctl restore wall.db wall --anchor "$(cat place.json)""#
        #expect(outcome.output.contains(example))
        #expect(outcome.output.contains("--rect X,Y,W,H"))
    }
}
