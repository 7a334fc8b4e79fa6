/// The options that name the columns of an item's span and sticky level.
enum TraitOptions {
    static let span = Option<String?>(
        "--span", optional: .text("COL"),
        help: "The column of the spans: how many columns an item covers; 0 is the whole line."
    )
    static let rowSpan = Option<String?>(
        "--row-span", optional: .text("COL"), help: "The column of how many rows of a sheet an item covers.")
    static let level = Option<String?>(
        "--level", optional: .text("COL"), help: "The column of an item's level in an outline.")
    static let stickyLevel = Option<String?>(
        "--sticky-level", optional: .text("COL"),
        help: "The column of the levels at which items stick to an edge of the viewport, 0 outermost."
    )
    static let stickyEdge = Option<String?>(
        "--sticky-edge", optional: .text("COL"), help: "The column of the edges that they stick to: start or end.")
}
