/// All kinds of layouts, in the order in which they are listed.
enum LayoutKinds {
    static let all: [any DefinitionKind.Type] = [
        TableDefinition.self,
        CardDefinition.self,
        FlowDefinition.self,
        CompositionalDefinition.self,
        WaterfallDefinition.self,
        JustifiedDefinition.self,
        SpreadsheetDefinition.self,
        CanvasDefinition.self,
    ]

    /// The kind with a name, or nil if there is none.
    static func kind(named name: String) -> (any DefinitionKind.Type)? { all.first { $0.kindName == name } }
}
