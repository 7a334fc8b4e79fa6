/// The reference's text on an SQL function, besides its columns.
struct FunctionMeaning {
    /// How it is called, one line for each number of arguments.
    var forms: [String]
    var purpose: String
    var example: String

    static let all: [String: FunctionMeaning] = [
        "visible_in": FunctionMeaning(
            forms: ["visible_in(layout, x, y, width, height)"],
            purpose: """
                Returns a row for each element that overlaps a rectangle, in content coordinates, like the view \
                `visible`. This and the other table-valued functions take the name of an attached database as a last \
                argument. They read it as it was last committed.
                """,
            example: "SELECT section, item, x, y, key FROM visible_in('wall', 0, 120000, 390, 844);"),
        "density_in": FunctionMeaning(
            forms: ["density_in(layout, n)"],
            purpose: """
                Divides the content into `n` pieces of equal length along the scroll axis; on a canvas, along y. \
                Returns a row for each piece: its origin and length in points, and about how many cells are in it. \
                `section` covers most of it. `stale` and `estimated` are 1 if any of it is.
                """,
            example: "SELECT origin, cells, title FROM density_in('wall', 100);"),
        "item_at": FunctionMeaning(
            forms: ["item_at(layout, rank)"],
            purpose: "Returns the item at a rank among all items of a layout, from 0.",
            example: "SELECT section, item, key FROM item_at('wall', 4711);"),
        "item_at_point": FunctionMeaning(
            forms: ["item_at_point(layout, x, y)"],
            purpose: "Returns the item whose cell is at a point, the topmost if cells overlap.",
            example: "SELECT section, item, key FROM item_at_point('wall', 20, 120000);"),
        "item_rank": FunctionMeaning(
            forms: ["item_rank(layout, item)"],
            purpose: """
                Returns an item with its rank among all items of a layout. `item` is a key if it is a text, and \
                otherwise a row id.
                """,
            example: "SELECT rank FROM item_rank('wall', 'N04252');"),
        "place_at": FunctionMeaning(
            forms: ["place_at(layout, fraction)"],
            purpose: "Returns the content offset at a fraction of the scrollable length, from 0 to 1.",
            example: "SELECT x, y FROM place_at('wall', 0.5);"),
        "fraction_at": FunctionMeaning(
            forms: ["fraction_at(layout, x, y)"],
            purpose: "Returns the fraction of the scrollable length at a content offset.",
            example: "SELECT fraction FROM fraction_at('wall', 0, 120000);"),
        "layout_prepare": FunctionMeaning(
            forms: ["layout_prepare(layout)", "layout_prepare(layout, x, y, width, height)"],
            purpose: """
                Lays out what is stale, or what is stale in a rectangle, and stores it. Returns JSON with `layout`, \
                `sectionsPrepared`, `sectionsTotal`, `elementsWritten` and `seconds`.
                """,
            example: "SELECT layout_prepare('wall');"),
        "layout_snap": FunctionMeaning(
            forms: [
                "layout_snap(layout, x, y, velocity_x, velocity_y)",
                "layout_snap(layout, x, y, velocity_x, velocity_y, current_x, current_y)",
            ],
            purpose: """
                Returns the target offset of a scroll gesture, by the `snap` of the definition, as JSON with `x` and \
                `y`. `x` and `y` are the proposed offset; the velocity is in points per millisecond.
                """,
            example: "SELECT layout_snap('wall', 0, 500, 0, 0.4);"),
        "layout_anchor": FunctionMeaning(
            forms: ["layout_anchor(layout, x, y)", "layout_anchor(layout, x, y, edge)"],
            purpose: """
                Returns an anchor as JSON: an item and a distance that describe a content offset after changes too. \
                `edge` is 'start' or 'end' of the viewport. Default: 'start'. `null` if there is no item.
                """,
            example: "SELECT layout_anchor('wall', 0, 120000);"),
        "layout_verify": FunctionMeaning(
            forms: ["layout_verify()"],
            purpose: "Checks the store. Returns JSON with `isWhole`, `problems` and `mistakes`.",
            example: "SELECT layout_verify();"),
        "line_text": FunctionMeaning(
            forms: ["line_text(place, offset, path, size, modified, digest)"],
            purpose: """
                Returns the text of a line of a file, from columns of `text_run` and `text_file`. `place` is the \
                line's number from 0, from `offset` on. NULL if the file is no longer the one that was imported.
                """,
            example: """
                SELECT line_text(i.id - r.first_item + r.skip, r.offset, f.path, f.size, f.modified, f.digest)
                FROM item AS i JOIN text_run AS r ON i.id BETWEEN r.first_item AND r.last_item
                JOIN text_file AS f ON f.id = r.file_id LIMIT 10;
                """),
    ]
}
