internal import LayoutText
internal import LayoutEngine

/// All commands, in the order in which they are needed.
enum CommandCatalogue {
    static let all: [any Command.Type] = [
        ImportCommand.self, FollowCommand.self, LayoutCommand.self, PrepareCommand.self,
        VisibleCommand.self, FrameCommand.self, ExplainCommand.self, ExportCommand.self,
        ResizeCommand.self, InsertCommand.self, DeleteCommand.self, MoveCommand.self, RemoveCommand.self,
        CollapseCommand.self, ExpandCommand.self,
        SnapCommand.self, StopsCommand.self, RecenterCommand.self, AnchorCommand.self, RestoreCommand.self,
        StatusCommand.self, VerifyCommand.self, IndexCommand.self, CompactCommand.self, CopyCommand.self,
        RenderCommand.self, BrowseCommand.self, ServeCommand.self, DemoCommand.self, SQLCommand.self,
        SchemaCommand.self,
        ExtensionCommand.self,
        CompletionCommand.self, ManualCommand.self, HelpCommand.self,
    ]

    static let specifications = all.map { $0.specification }
    static let names = specifications.map(\.name)

    /// - Throws: ``Failure`` of the usage kind, with the name that was most likely meant.
    static func command(_ name: String) throws(Failure) -> any Command.Type {
        if let command = all.first(where: { $0.specification.name == name }) { return command }
        let isOption = name.utf8.first == UInt8(ascii: "-")
        let what = isOption ? "option" : "command"
        let known = isOption ? GlobalOption.names : names
        let nearest = SpellingSuggestion.nearest(to: name, among: known).map { "; did you mean “\($0)”?" } ?? ""
        throw .usage("there is no \(what) \(Excerpt.quoted(name))\(nearest)", command: nil)
    }
}
