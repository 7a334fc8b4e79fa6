import Foundation
import LayoutTestSupport
import Testing

@testable import layoutctl

/// The manual page; `commands/manual.txt` has parts of it.
@Suite struct ManualTests {
    @Test("The page names every command and every option, and is ASCII alone")
    func page() throws {
        let outcome = try BuiltCommand(directory: "/")("manual")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.utf8.allSatisfy { $0 < 0x80 })
        for command in CommandCatalogue.all.map({ $0.specification }) {
            #expect(outcome.output.contains(".SS \(command.name)\n"))
            for option in command.options {
                #expect(outcome.output.contains(option.name.replacing("-", with: "\\-")), "\(option.name)")
            }
        }
    }

    private static let program = "/usr/bin/groff"

    @Test(
        "Groff sets it without a warning",
        .enabled(if: FileManager.default.isExecutableFile(atPath: program), "groff is not installed"))
    func groff() throws {
        let scratch = try ScratchDirectory()
        let page = try BuiltCommand(directory: scratch.path)("manual").output
        try page.write(toFile: scratch.file("layoutctl.1"), atomically: true, encoding: .utf8)
        let outcome = try Shell.runProgram(
            [Self.program, "-man", "-Tutf8", "-ww", "-P-cbou", "layoutctl.1"], directory: scratch.path)
        #expect(outcome.exitCode == 0 && outcome.errors == "")
        // Lines are set as they are typed, also those with quotes and backslashes.
        let example = #"layoutctl scroll restore wall.db wall --anchor "$(cat place.json)""#
        #expect(outcome.output.contains(example))
        #expect(outcome.output.contains("--rect X,Y,W,H"))
    }
}
