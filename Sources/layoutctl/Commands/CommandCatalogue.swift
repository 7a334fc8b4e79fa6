internal import LayoutEngine

/// All commands, in the order in which one needs them.
enum CommandCatalogue {
    static let all: [any Command.Type] = [
        ImportCommand.self, LayoutCommand.self, PrepareCommand.self,
        VisibleCommand.self, FrameCommand.self,
        ResizeCommand.self, InsertCommand.self, DeleteCommand.self, MoveCommand.self,
        SnapCommand.self, StopsCommand.self, RecenterCommand.self, AnchorCommand.self, RestoreCommand.self,
        StatusCommand.self, VerifyCommand.self, RenderCommand.self, DemoCommand.self, BenchmarkCommand.self,
        HelpCommand.self,
    ]

    static let names = all.map { $0.specification.name }

    /// - Throws: ``Failure`` of the usage kind, with the name that was probably meant.
    static func command(_ name: String) throws(Failure) -> any Command.Type {
        if let command = all.first(where: { $0.specification.name == name }) { return command }
        let what = name.hasPrefix("-") ? "option" : "command"
        let known = name.hasPrefix("-") ? ["--help", "--version"] : names
        let nearest = SpellingSuggestion.nearest(to: name, among: known).map { "; did you mean “\($0)”?" } ?? ""
        throw .usage("there is no \(what) “\(name)”\(nearest)", command: nil)
    }
}
