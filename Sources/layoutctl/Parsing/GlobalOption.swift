/// The options that can replace a command.
enum GlobalOption: String, CaseIterable {
    case help = "--help"
    case version = "--version"

    static let names = allCases.map(\.rawValue)

    /// The option that a word names, by its long or its short name.
    init?(_ word: String) {
        guard let option = Self.allCases.first(where: { word == $0.rawValue || word == $0.shortName }) else {
            return nil
        }
        self = option
    }

    var shortName: String {
        switch self {
        case .help: "-h"
        case .version: "-v"
        }
    }

    /// Both names, as help shows them.
    var title: String { "\(shortName), \(rawValue)" }

    var purpose: String {
        switch self {
        case .help: "Print this text."
        case .version: "Print the versions of layoutctl and SQLite; with --verbose, SQLite's options too."
        }
    }
}
