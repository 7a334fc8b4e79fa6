internal import LayoutCache
internal import LayoutEngine
internal import LayoutText

enum ScrollCommand: Command {
    enum Question: String, CaseIterable, Sendable { case snap, stops, recenter, anchor, restore }

    private static let question = Operand<Question>(.choice, help: "The question; see below.")
    private static let section = Operand<Int?>(
        optional: .count("SECTION"), help: "Of “stops”: the index of an orthogonal section, from 0.")
    private static let proposed = Option<LayoutPoint?>(
        "--proposed", optional: .point(), help: "The content offset where scrolling would end by itself.")
    private static let velocity = Option<LayoutPoint?>(
        "--velocity", optional: .point("VX,VY"),
        help: "The velocity at the end of the gesture, in points per millisecond.")
    private static let current = Option<LayoutPoint?>(
        "--current", optional: .point(),
        help: "The content offset where the gesture began. Sections that scroll by pages go one page from there; "
            + "other snaps use the proposed offset alone.")
    private static let inSection = Option<Int?>(
        "--section", optional: .count("INDEX"),
        help: "Ask an orthogonal section instead: x and y are offsets of its inner content.")
    private static let offset = Option<LayoutPoint?>("--offset", optional: .point(), help: "The content offset.")
    private static let sets = Option<Int?>(
        "--sets", optional: .count("N", from: 1), help: "The number of copies of the layout, one after another.")
    private static let edge = Option<ScrollAnchor.Edge>(
        "--edge", .choice, default: .start, help: "Anchor to the first visible item (start) or to the last (end).")
    private static let anchor = Option<ScrollAnchor?>(
        "--anchor", optional: anchorText, help: "The output of “layoutctl scroll anchor”.")

    static let specification = CommandSpecification(
        name: "scroll", summary: "Print where scrolling stops, or an anchor that keeps the position.",
        forms: [
            "snap DB [LAYOUT] --proposed X,Y --velocity VX,VY [--current X,Y] [--section INDEX]",
            "stops DB [LAYOUT] SECTION", "recenter DB [LAYOUT] --offset X,Y --sets N",
            "anchor DB [LAYOUT] --offset X,Y [--edge start|end]", "restore DB [LAYOUT] --anchor JSON",
        ], operands: [question, Standard.database, Standard.layout, section],
        options: [
            proposed, velocity, current, inSection, offset, sets, edge, anchor, Standard.format, Standard.quiet,
            Standard.showsHelp,
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let question = try arguments[question]
        if question != .stops, let section = try arguments[section] {
            throw arguments.usage("unexpected argument \(Excerpt.quoted("\(section)"))")
        }
        func print<Row>(_ row: Row, _ values: [JSONValue.Named<Row>]) throws {
            try console.print([row], values.map(Column.init), arguments, isSingle: true)
        }
        switch question {
        case .snap:
            let (proposed, velocity) = (try arguments.required(proposed), try arguments.required(velocity))
            let layout = try PreparedLayout.open(arguments, console)
            try print(target(in: layout, proposed, velocity, arguments), LayoutPoint.values)
        case .stops:
            guard let section = try arguments[section] else { throw arguments.usage("SECTION is missing") }
            let layout = try PreparedLayout.open(arguments, console)
            try console.print(
                [layout.orthogonalStops(inSection: section)], stopColumns, arguments, isSingle: true)
        case .recenter:
            let (offset, sets) = (try arguments.required(offset), try arguments.required(sets))
            let layout = try PreparedLayout.open(arguments, console)
            try console.print(
                [layout.recenteredOffset(for: offset, sets: sets)], recenterColumns, arguments, isSingle: true)
        case .anchor:
            let offset = try arguments.required(offset)
            let layout = try PreparedLayout.open(arguments, console)
            guard let anchor = try layout.anchor(at: offset, edge: arguments[edge]) else {
                throw Failure(
                    .failed, "no item of “\(layout.name)” is visible at that offset, so there is nothing to anchor to")
            }
            switch try arguments[Standard.format] {
            // As the anchor writes itself, so that it can read itself again.
            case .json, .ndjson: console.output.write(anchor.json + "\n")
            case .table, .csv: try print(anchor, ScrollAnchor.values)
            }
        case .restore:
            let anchor = try arguments.required(anchor)
            let layout = try PreparedLayout.open(arguments, console)
            try print(layout.contentOffset(for: anchor), LayoutPoint.values)
        }
    }

    private static func target(
        in layout: StoredLayout, _ proposed: LayoutPoint, _ velocity: LayoutPoint, _ arguments: ParsedArguments
    ) throws -> LayoutPoint {
        guard let section = try arguments[inSection] else {
            return try layout.targetContentOffset(forProposedContentOffset: proposed, withScrollingVelocity: velocity)
        }
        var target = proposed
        let axis = try layout.scrollAxis().cross
        target[axis] = try layout.targetOrthogonalOffset(
            inSection: section, forProposedOffset: proposed[axis], withScrollingVelocity: velocity[axis],
            from: arguments[current]?[axis])
        return target
    }

    private static let stopColumns: [Column<OrthogonalStops>] = [
        Column("min") { .number($0.minimum) },
        Column("max") { .number($0.maximum) },
        Column("stops") { $0.stops.map { .numbers(Array($0)) } ?? .null },
    ]

    private static let recenterColumns: [Column<(offset: LayoutPoint, isMoved: Bool)>] = [
        Column("x") { .number($0.offset.x) },
        Column("y") { .number($0.offset.y) },
        Column("moved") { .bool($0.isMoved) },
    ]

    private static let anchorText = ArgumentType<ScrollAnchor>("JSON") { text throws(ArgumentFault) in
        let value = try JSONValue(argument: text)
        do throws(LayoutError) {
            return try ScrollAnchor(value)
        } catch {
            throw ArgumentFault("is invalid at \(error.path ?? "$"): \(error.message)")
        }
    }
}
