import Foundation
import LayoutCache
import LayoutTestSupport
import Testing

@testable import layoutctl

/// The program's output on a terminal.
@Suite struct TerminalTests {
    private func shown(_ store: SmallStore, columns: Int, _ line: String, environment: [String: String] = [:])
        throws -> String
    {
        let terminal = try PseudoTerminal(columns: columns)
        let outcome = try store.command.start(line, environment: environment, outputTerminal: terminal).finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return terminal.text()
    }

    private func storeWithLongTitle() throws -> SmallStore {
        let store = try SmallStore()
        let title = String(repeating: "Euphorbia ", count: 40)
        try store.command(#"insert s.db plants 0/0 --payload '{"title":"\#(title)"}'"#)
        try store.command("prepare s.db")
        return store
    }

    private func visible(_ store: SmallStore, columns: Int) throws -> String {
        try shown(store, columns: columns, "visible s.db wall --rect 0,0,320,480", environment: ["TERM": "dumb"])
    }

    @Test("NO_COLOR and a terminal that knows no colours turn emphasis off, which is on otherwise")
    func colours() throws {
        let store = try SmallStore()
        func shown(_ environment: [String: String]) throws -> String {
            try self.shown(store, columns: 200, "status s.db", environment: environment)
        }
        let coloured = try shown(["TERM": "xterm"])
        #expect(coloured.hasPrefix("\u{1B}[2mdataset"))
        let plain = try store.command("status s.db --format table").output
        #expect(!plain.contains("\u{1B}"))
        #expect(coloured.replacing("\u{1B}[2m", with: "").replacing("\u{1B}[0m", with: "") == plain)
        // An empty NO_COLOR is none: https://no-color.org.
        for environment in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": "dumb", "NO_COLOR": ""]] {
            #expect(try shown(environment) == plain)
        }
        #expect(try shown(["TERM": "xterm", "NO_COLOR": ""]) == coloured)
    }

    @Test("A terminal that does not report its width has 80 columns")
    func unknownWidth() throws {
        let store = try storeWithLongTitle()
        let text = try visible(store, columns: 0)
        #expect(try text == visible(store, columns: 80))
        #expect(try text != visible(store, columns: 81))
    }

    @Test("Progress is shown on a terminal alone, with rate, share and time left, and taken away at the end")
    func progress() throws {
        let store = try SmallStore()
        try store.writeLargeFile(items: 300_000)
        let line = "import s.db large.csv --dataset many --section section --height height"
        let terminal = try PseudoTerminal(columns: 120)
        let running = try store.command.start(line, errorTerminal: terminal)
        var text = ""
        try Waiting.until {
            text += terminal.text()
            return !running.isRunning
        }
        #expect(running.wait().exitCode == 0)
        text += terminal.text()
        let lines = text.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false)
        #expect(lines.first == "" && lines.last == "", "\(text)")
        // Before the first hundredth no share is known.
        let shown = /[0-9,]+ rows, [0-9,]+ a second(, [0-9]+ %(, [0-9.]+ (µs|ms|s|min) left)?)?/
        for line in lines.dropFirst().dropLast() { #expect(line.wholeMatch(of: shown) != nil, "\(line)") }
        #expect(lines.contains { $0.wholeMatch(of: shown)?.output.1 != nil })

        let quiet = try PseudoTerminal(columns: 120)
        #expect(try store.command.start(line + " --replace --quiet", errorTerminal: quiet).finish().exitCode == 0)
        #expect(quiet.text() == "")
        #expect(try store.command(line + " --replace").errors == "")
    }

    @Test("CSV on a terminal commands nothing either")
    func csv() throws {
        let store = try SmallStore()
        try store.command("insert s.db plants 0/0 --key a\u{1B}[2J\u{202E}")
        try store.command("prepare s.db")
        let line = "frame s.db wall 0/0 --format csv"
        #expect(try shown(store, columns: 80, line).contains(#",a\u{1B}[2J\u{202E},"#))
        #expect(try store.command(line).output.contains(",a\u{1B}[2J\u{202E},"))
    }
}
