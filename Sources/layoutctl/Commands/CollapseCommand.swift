internal import LayoutCache

/// Hides the items of sections.
enum CollapseCommand: Command {
    static let specification = CommandSpecification(
        name: "collapse", summary: "Collapse sections to their headers.",
        operands: [Standard.database, Standard.layout, FoldedSections.sections],
        options: [Standard.quiet, Standard.showsHelp],
        notes: [
            "A collapsed section shows its header alone, in this layout only. Nothing is laid out again when it is "
                + "expanded. In SQL: INSERT INTO collapsed (layout, section_id) VALUES ('wall', 12)."
        ],
        examples: [.init("Two sections", "layoutctl collapse wall.db wall 0 3")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        try FoldedSections.change(arguments) { try $0.collapse(sections: $1) }
    }
}

/// The sections that a command collapses or expands.
enum FoldedSections {
    static let sections = Operand<[Int]>(
        repeating: .count("SECTION"), help: "The indices of the sections, from 0. Default: all.")

    static func change(
        _ arguments: ParsedArguments, _ change: (StoredLayout, _ sections: [Int]) throws -> Void
    ) throws -> ExitCode {
        let store = try StoreFile.open(arguments[Standard.database], mode: .readWrite)
        let layout = store.layout(try store.layoutName(arguments))
        let wanted = try arguments[sections]
        try change(layout, wanted.isEmpty ? Array(0..<layout.snapshot().numberOfSections) : wanted)
        return .done
    }
}
