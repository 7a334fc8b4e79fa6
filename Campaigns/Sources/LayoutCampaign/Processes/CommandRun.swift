internal import LayoutTestSupport
internal import Foundation

/// A run of the built `layoutctl`, with limits.
struct CommandRun {
    let ending: ChildProcess.Ending
    let output: String
    private let arguments: [String]
    private let errors: String
    /// The directory in which it runs and writes its output.
    private let directory: String

    /// Ten seconds are a hang, on any machine that the campaigns are run on.
    init(_ arguments: [String], in directory: String) throws {
        let process = try ChildProcess(
            BuiltPrograms.path(of: "layoutctl"), arguments, directory: directory, output: directory + "/output.txt",
            hasLimits: true)
        (self.arguments, self.directory) = (arguments, directory)
        ending = process.wait(seconds: 10)
        (output, errors) = (process.words, process.complaints)
    }

    var exitCode: Int32? { if case .exit(let code) = ending { code } else { nil } }

    var isDone: Bool { exitCode == 0 }

    /// The lines of its output, sorted: rows come in no particular order.
    var sortedLines: [String] {
        output.split(separator: "\n").map(String.init).sorted()
    }

    /// Its error message, without the name of the directory.
    var message: String {
        String(errors.prefix(900)).replacingOccurrences(of: directory + "/", with: "")
    }

    private var commandLine: String {
        "layoutctl " + arguments.joined(separator: " ").replacingOccurrences(of: directory + "/", with: "").prefix(200)
    }

    /// The violations of rules that hold for every command and any arguments.
    func findings(exits: Set<Int32>) -> [Finding] {
        let name = (arguments.first ?? "") + (arguments.contains("--repair") ? " --repair" : "")
        func finding(_ what: String, _ detail: String) -> Finding {
            Finding(signature: "\(what) of \(name)", detail: "\(commandLine): \(detail)")
        }
        switch ending {
        case .signal(let signal):
            let trap = errors.split(separator: "\n").first {
                $0.contains("rror:") || $0.contains(".swift:")
            }
            return [finding("crash", "signal \(signal), \((trap ?? "").prefix(300))")]
        case .hang: return [finding("hang", "")]
        case .exit(let code):
            let complaint = "exit \(code), \(message.prefix(200))"
            if code >= 128, code != 130 { return [finding("crash", complaint)] }
            return [
                exits.contains(code) ? nil : finding("exit code \(code)", complaint),
                code != 0 && errors.isEmpty && !arguments.contains("--quiet")
                    ? finding("failure without a word", complaint) : nil,
                message.contains("while executing") ? finding("raw SQL in a message", complaint) : nil,
                Self.dangerous(errors).map { finding("control character in a message", $0) },
            ].compactMap(\.self)
        }
    }

    /// The first character that could change what a terminal shows of what follows it.
    private static func dangerous(_ text: String) -> String? {
        text.unicodeScalars.first { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F: true
            default: false
            }
        }.map { "U+" + String($0.value, radix: 16, uppercase: true) }
    }
}
