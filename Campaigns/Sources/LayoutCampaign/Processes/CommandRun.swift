internal import LayoutTestSupport
internal import Foundation

/// The built `layoutctl`, run with limits.
struct CommandRunner {
    let program: String
    /// The directory in which it runs and writes its output.
    let directory: String

    init(directory: String) throws {
        program = try BuiltPrograms.path(of: "layoutctl")
        self.directory = directory
    }

    /// Ten seconds are a hang, on any machine that the campaigns are run on.
    func run(_ arguments: [String], input: String = "/dev/null", seconds: Double = 10) throws -> CommandRun {
        let (output, errors) = (directory + "/output.txt", directory + "/errors.txt")
        let start = ContinuousClock.now
        let process = try ChildProcess(
            program, arguments, directory: directory, input: input, output: output, errors: errors)
        let ending = process.wait(seconds: seconds)
        let duration = (ContinuousClock.now - start) / .seconds(1)
        return CommandRun(
            arguments: arguments, ending: ending, output: try StoreFiles.bytes(output),
            errors: try StoreFiles.bytes(errors),
            seconds: duration, directory: directory)
    }
}

/// How a command went.
struct CommandRun {
    var arguments: [String]
    var ending: ChildProcess.Ending
    var output: [UInt8]
    var errors: [UInt8]
    var seconds: Double
    var directory: String

    var exitCode: Int32? {
        guard case .exit(let code) = ending else { return nil }
        return code
    }

    var isDone: Bool { exitCode == 0 }

    /// The lines of its output, sorted: rows come in no particular order.
    var sortedLines: [String] {
        String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
    }

    /// Its error message, without the name of the directory.
    var message: String {
        String(decoding: errors.prefix(900), as: UTF8.self).replacingOccurrences(of: directory + "/", with: "")
    }

    private var commandLine: String {
        "layoutctl " + arguments.joined(separator: " ").replacingOccurrences(of: directory + "/", with: "").prefix(200)
    }

    /// The violations of rules that hold for every command and any arguments.
    func findings(exits: Set<Int32> = [0, 1, 2, 3, 4, 5, 6]) -> [Finding] {
        let word = arguments.first ?? ""
        let isCommand = word.utf8.count < 12 && word.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
        let name = (isCommand ? word : "an unknown command") + (arguments.contains("--repair") ? " --repair" : "")
        switch ending {
        case .signal(let signal):
            let trap = String(decoding: errors, as: UTF8.self).split(separator: "\n").first {
                $0.contains("rror:") || $0.contains(".swift:")
            }
            return [
                Finding(
                    signature: "crash of \(name)",
                    detail: "signal \(signal), \(commandLine): \((trap ?? "").prefix(300))")
            ]
        case .hang: return [Finding(signature: "hang of \(name)", detail: commandLine)]
        case .exit(let code) where code >= 128 && code != 130:
            return [
                Finding(signature: "crash of \(name)", detail: "exit \(code), \(commandLine): \(message.prefix(200))")
            ]
        case .exit(let code):
            var findings: [Finding] = []
            if !exits.contains(code) {
                findings.append(
                    Finding(signature: "exit code \(code) of \(name)", detail: "\(commandLine): \(message.prefix(200))")
                )
            }
            if code != 0, errors.isEmpty, !arguments.contains("--quiet") {
                findings.append(
                    Finding(signature: "failure without a word of \(name)", detail: "exit \(code), \(commandLine)"))
            }
            if message.contains("while executing") {
                findings.append(
                    Finding(
                        signature: "raw SQL in a message of \(name)", detail: "\(commandLine): \(message.prefix(160))"))
            }
            if let scalar = Self.dangerous(errors) {
                findings.append(
                    Finding(signature: "control character in a message of \(name)", detail: "\(scalar), \(commandLine)")
                )
            }
            return findings
        }
    }

    /// The first character that could change what a terminal shows of what follows it.
    static func dangerous(_ bytes: [UInt8]) -> String? {
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x0A: continue
            case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F:
                return "U+" + String(scalar.value, radix: 16, uppercase: true)
            default: continue
            }
        }
        return nil
    }
}
