extension CommandGroup {
    /// In the order in which they are listed.
    var commands: [any Command.Type] {
        switch self {
        case .load: [ImportCommand.self, FollowCommand.self]
        case .layOut:
            [LayoutCommand.self, PrepareCommand.self, CollapseCommand.self, ExpandCommand.self, SchemaCommand.self]
        case .look:
            [
                StatusCommand.self, VisibleCommand.self, FrameCommand.self, SearchCommand.self, ScrollCommand.self,
                RenderCommand.self, ExplainCommand.self, DemoCommand.self,
            ]
        case .edit: [InsertCommand.self, ResizeCommand.self, MoveCommand.self, DeleteCommand.self]
        case .keep:
            [VerifyCommand.self, CopyCommand.self, ExportCommand.self, CompactCommand.self, IndexCommand.self]
        case .serve:
            [
                BrowseCommand.self, ServeCommand.self, SQLCommand.self, ExtensionCommand.self, CompletionCommand.self,
                ManualCommand.self, HelpCommand.self,
            ]
        }
    }
}
