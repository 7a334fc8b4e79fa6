internal import LayoutCore
internal import LayoutText
internal import LayoutEngine
internal import LayoutSQLite

// The functions' results: JSON with the keys of the program's commands.
extension LayoutFunctions {
    /// `layout_prepare(layout)`, `layout_prepare(layout, x, y, width, height)`
    static func prepare(_ store: LayoutStore, _ arguments: borrowing FunctionArguments) throws -> String {
        let layout = store.layout(try arguments.layoutName(0, of: "layout_prepare"))
        let report =
            try arguments.count > 1
            ? layout.prepare(in: arguments.rect(1, of: "layout_prepare")) : layout.prepare()
        return JSONValue(report, PreparationReport.values).text
    }

    /// `layout_snap(layout, x, y, velocity_x, velocity_y)`, and the offset before the gesture after these
    static func snap(_ store: LayoutStore, _ arguments: borrowing FunctionArguments) throws -> String {
        let name = "layout_snap"
        let layout = store.layout(try arguments.layoutName(0, of: name))
        let proposed = try arguments.point(1, ("x", "y"), of: name)
        let velocity = try arguments.point(3, ("velocity_x", "velocity_y"), of: name)
        // Not needed for any answer yet, but checked: the command takes it too.
        if arguments.count > 5 { _ = try arguments.point(5, ("current_x", "current_y"), of: name) }
        let target = try layout.targetContentOffset(
            forProposedContentOffset: proposed, withScrollingVelocity: velocity)
        return JSONValue(target, LayoutPoint.values).text
    }

    /// `layout_anchor(layout, x, y)`, `layout_anchor(layout, x, y, 'start'|'end')`
    static func anchor(_ store: LayoutStore, _ arguments: borrowing FunctionArguments) throws -> String {
        let name = "layout_anchor"
        let layout = store.layout(try arguments.layoutName(0, of: name))
        let offset = try arguments.point(1, ("x", "y"), of: name)
        var edge = ScrollAnchor.Edge.start
        if arguments.count > 3 {
            guard case .text(let word) = arguments.value(3), let found = ScrollAnchor.Edge(rawValue: word) else {
                throw FunctionFailure("the edge must be 'start' or 'end'", function: name)
            }
            edge = found
        }
        return try layout.anchor(at: offset, edge: edge)?.json ?? "null"
    }

    /// `layout_verify()`
    static func verify(_ store: LayoutStore, _ arguments: borrowing FunctionArguments) throws -> String {
        let report = try store.inspect(deep: false)
        let values: [NamedValue<VerificationReport>] = [
            NamedValue("isWhole") { .bool($0.isWhole) },
            NamedValue("problems") { .array($0.problems.map(JSONValue.string)) },
            NamedValue("mistakes") { .array($0.mistakes.map { .string("\($0.message); \($0.remedy)") }) },
        ]
        return JSONValue(report, values).text
    }
}
