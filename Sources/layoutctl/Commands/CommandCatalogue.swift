internal import LayoutEngine
internal import LayoutText

enum CommandCatalogue {
    static let all: [any Command.Type] = Group.allCases.flatMap(\.commands)
    static let specifications = all.map { $0.specification }
    static let names = specifications.map(\.name)

    /// The command that the words after the program's name call, and its arguments. A file alone asks for its status.
    ///
    /// - Throws: ``Failure`` of the usage kind.
    static func call(_ words: [String]) throws(Failure) -> (command: any Command.Type, arguments: [String]) {
        let name = words.first ?? ""
        if !names.contains(name), FilePath.exists(name) { return (StatusCommand.self, words) }
        return (try command(name), Array(words.dropFirst()))
    }

    /// - Throws: ``Failure`` of the usage kind, with the name that was most likely meant.
    static func command(_ name: String) throws(Failure) -> any Command.Type {
        if let command = all.first(where: { $0.specification.name == name }) { return command }
        // A path, rather than a command that is spelled wrong.
        if name.utf8.first != UInt8(ascii: "-"),
            name.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") })
        {
            throw Failure(.failed, "there is no file \(Excerpt.of(name))")
        }
        let isOption = name.utf8.first == UInt8(ascii: "-")
        let what = isOption ? "option" : "command"
        let known = isOption ? Standard.global.map(\.name) : names
        let nearest = SpellingSuggestion.nearest(to: name, among: known).map { "; did you mean “\($0)”?" } ?? ""
        throw .usage("there is no \(what) \(Excerpt.quoted(name))\(nearest)", command: nil)
    }

    /// A purpose of commands, as help, the manual and completion list them.
    enum Group: String, CaseIterable, Sendable {
        case load
        case layOut = "lay out"
        case look
        case edit
        case keep
        case serve

        /// In the order in which they are listed.
        var commands: [any Command.Type] {
            switch self {
            case .load: [ImportCommand.self, FollowCommand.self, MakeCommand.self]
            case .layOut:
                [LayoutCommand.self, PrepareCommand.self, CollapseCommand.self, ExpandCommand.self, SchemaCommand.self]
            case .look:
                [
                    StatusCommand.self, VisibleCommand.self, ChangesCommand.self, FrameCommand.self, SearchCommand.self,
                    ScrollCommand.self, RenderCommand.self, ExplainCommand.self, DemoCommand.self,
                ]
            case .edit: [InsertCommand.self, ResizeCommand.self, MoveCommand.self, DeleteCommand.self]
            case .keep:
                [VerifyCommand.self, CopyCommand.self, ExportCommand.self, CompactCommand.self, IndexCommand.self]
            case .serve:
                [
                    BrowseCommand.self, ServeCommand.self, SQLCommand.self, ExtensionCommand.self,
                    CompletionCommand.self,
                    ManualCommand.self, HelpCommand.self,
                ]
            }
        }
    }
}
