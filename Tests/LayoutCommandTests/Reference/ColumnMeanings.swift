/// The meanings of the public views' columns: SQLite keeps comments only beside the columns of tables.
enum ColumnMeanings {
    /// The meanings by the names of views and of their columns.
    static let all: [String: [String: String]] = [
        "visible": element.and(shown),
        "visible_btree": element.and(shown),
        // Columns that a migration added, whose comments SQLite does not keep.
        "item": [
            "span": "How many columns the item covers; 0: the whole line, or all columns. NULL: 1.",
            "row_span": "How many rows of a sheet the item covers. NULL: 1.",
            "level": "The item's level in an outline. NULL: 0.",
            "sticky_level": "The level at which it sticks to an edge of the viewport, 0 outermost. NULL: it does not.",
            "sticky_edge": "The edge that it sticks to: `start` or `end`. NULL: `start`.",
        ],
        "section": [
            "definition": "The keys of a layout’s definition that it overrides, a JSON object. NULL: none."
        ],
        "element_frames": element.and(natural),
        "item_frames": item.and(natural),
        "section_frames": section,
        "layout_status": status,
        "orthogonal_offset": [
            "layout": layout,
            "section": "The index of the section in its data set, from 0.",
            "offset": "How far the section has been scrolled from its leading edge, in points.",
        ],
        "layout_readme": [
            "name": "The table or view; `lc_…` stands for all whose names begin like that.",
            "purpose": "Its purpose.",
            "example": "A statement to try.",
        ],
        "layout_guide": [
            "task": "The task.",
            "sql": "The statements that do it, with names in them to be replaced by your own.",
        ],
    ]

    private static let layout = "The layout’s name."

    /// The columns of every view of elements.
    private static let box: [String: String] = [
        "width": "Its width, in points.",
        "height": "Its height, in points.",
        "z_index": "Its place in the stack: greater ones are in front.",
        "stale": "1 if what is shown is out of date, else 0.",
    ]

    /// The common columns of the views of all kinds of elements.
    private static let element: [String: String] = box.and([
        "layout": layout,
        "kind": "`cell`, `supplementary` or `decoration`.",
        "element_kind":
            "Of a supplementary or decoration: `header`, `footer` or the definition’s own name. NULL for a cell.",
        "section": "The index of its section in the layout, from 0. NULL for what belongs to the content as a whole.",
        "item": "The index of its item in the section, from 0; of a badge its host’s. 0 for what belongs to no item.",
        "key": "The key of its item. NULL if that has none or is gone, and for elements without an item.",
        "payload":
            "Its item’s payload, a JSON object. NULL if that has none or is gone, and for elements without an item.",
        "item_id": "The row id of its item. NULL if that is gone, and for elements without an item.",
        "section_id": "The row id of its section. NULL for what belongs to the content as a whole.",
        "title":
            "The title of its section, if it has one, for what belongs to no item, such as a header; else NULL.",
    ])

    /// The visible frame of an element.
    private static let shown: [String: String] = [
        "x": "Its left edge in content coordinates, in points, pinned and scrolled as it shows.",
        "y": "Its upper edge in content coordinates, in points, pinned and scrolled as it shows.",
        "lap":
            "Which repetition of a layout that wraps: 0 the content itself, below 0 those before it. 0 for any other.",
    ]

    /// The natural frame of an element.
    private static let natural: [String: String] = [
        "x": "Its left edge in content coordinates, in points, at its natural position.",
        "y": "Its upper edge in content coordinates, in points, at its natural position.",
    ]

    private static let item: [String: String] = box.and([
        "layout": layout,
        "item_id": "The item’s row id.",
        "key": "The item’s key. NULL if it has none.",
        "section_id": "The row id of its section.",
        "section": "The index of its section in the layout, from 0.",
        "item": "Its index in the section, from 0.",
    ])

    private static let section: [String: String] = [
        "layout": layout,
        "section": "The section’s index in the layout, from 0.",
        "title": "The section’s title. NULL if it has none.",
        "x": edge("left"),
        "y": edge("upper"),
        "width": "The width of that strip or box, in points. NULL on a canvas where the section has no elements.",
        "height": "The height of that strip or box, in points. NULL on a canvas where the section has no elements.",
        "item_count": "The number of items in the section that the layout knows of.",
        "stale": "1 if something in the section is out of date, else 0.",
        "section_id": "The section’s row id.",
    ]

    private static func edge(_ side: String) -> String {
        """
        The \(side) edge of the strip that the section occupies, or on a canvas of the box around its elements, in \
        content coordinates, in points. NULL on a canvas where it has no elements.
        """
    }

    private static let status: [String: String] = [
        "layout": layout,
        "dataset": "The name of the data set that it lays out.",
        "kind": "The kind of its definition, such as `flow`.",
        "container_width": "How wide the view is that it is laid out for, in points.",
        "container_height": "How high the view is that it is laid out for, in points.",
        "section_count": "How many sections it has, as prepared; 0 before the first preparation.",
        "item_count": "How many items it has, as prepared; 0 before the first preparation.",
        "element_count": "How many elements have been laid out, items that are not shown included.",
        "content_width": extent("width"),
        "content_height": extent("height"),
        "stale_sections": "How many sections are out of date: at least 1 if some came, went or changed places.",
        "is_complete": "1 if all of it has been laid out at least once, else 0.",
        "measure": "Whose sizes it is laid out with (`measurement`). NULL: the items’ own.",
    ]

    private static func extent(_ side: String) -> String {
        """
        The \(side) of the content, in points, estimated as far as it was never laid out; 0 before the first \
        preparation.
        """
    }
}

extension [String: String] {
    /// The entries of both.
    fileprivate func and(_ other: Self) -> Self { merging(other) { _, new in new } }
}
