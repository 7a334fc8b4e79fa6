/// All kinds of layouts, in the order in which they are listed.
enum LayoutKinds {
    static let all: [any DefinitionKind.Type] = [
        TableDefinition.self, CardDefinition.self, FlowDefinition.self, CompositionalDefinition.self,
        WaterfallDefinition.self, JustifiedDefinition.self, SpreadsheetDefinition.self, CanvasDefinition.self,
    ]

    static func kind(named name: String) -> (any DefinitionKind.Type)? { all.first { $0.kindName == name } }
}

extension LayoutDefinition {
    /// Returns a layout of rows that are as wide as the container.
    public static func table(_ definition: TableDefinition = TableDefinition()) -> Self { Self(.table(definition)) }

    /// Returns a layout of cards that cover each other.
    public static func card(_ definition: CardDefinition) -> Self { Self(.card(definition)) }

    /// Returns a layout of lines that break where the container ends.
    public static func flow(_ definition: FlowDefinition = FlowDefinition()) -> Self { Self(.flow(definition)) }

    /// Returns a layout of nested groups.
    public static func compositional(_ definition: CompositionalDefinition) -> Self {
        Self(.compositional(definition))
    }

    /// Returns a layout of nested groups, from the sections that a closure lists.
    public static func compositional(
        axis: LayoutAxis = .vertical, interSectionSpacing: Double = 0,
        @DefinitionBuilder<CompositionalSection> sections: () -> [CompositionalSection]
    ) -> Self {
        .compositional(
            CompositionalDefinition(axis: axis, interSectionSpacing: interSectionSpacing, sections: sections))
    }

    /// Returns a layout of columns, each item in the shortest one.
    public static func waterfall(_ definition: WaterfallDefinition) -> Self { Self(.waterfall(definition)) }

    /// Returns a layout of rows of photos that fill the container's width.
    public static func justified(_ definition: JustifiedDefinition) -> Self { Self(.justified(definition)) }

    /// Returns a layout of rows and columns that scrolls both ways.
    public static func spreadsheet(_ definition: SpreadsheetDefinition) -> Self { Self(.spreadsheet(definition)) }

    /// Returns a layout whose frames come from the items.
    public static var canvas: Self { Self(.canvas(CanvasDefinition())) }
}
