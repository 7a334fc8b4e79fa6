internal import LayoutCache
internal import LayoutMigrations

/// A statement that is ready to be run in the `sqlite3` shell, with its parameters named.
package enum ReadyStatement: String, CaseIterable, Sendable {
    /// The visible elements of a rectangle.
    case visible
    /// The same without the view and its table `viewport`: for files that cannot be written, and for shells that refuse
    /// the view.
    case rectangle
    /// One item in every layout, by its key.
    case item
    case sections
    case stale
    /// The bytes that each layout takes.
    case space

    /// The statement, after the shell's commands that give its parameters a value.
    package var sql: String {
        switch self {
        case .visible:
            Self.rectangleParameters + """
                UPDATE viewport SET x = :x, y = :y, width = :width, height = :height WHERE layout = :layout;
                SELECT section, item, kind, x, y, width, height, key, stale
                FROM visible WHERE layout = :layout ORDER BY section, item;

                """
        case .rectangle: Self.rectangleParameters + Self.visibleInParameters + ";\n"
        case .item:
            Self.parameters([("key", "'N04252'")])
                + "SELECT layout, section, item, x, y, width, height, stale FROM item_frames WHERE key = :key;\n"
        case .sections:
            Self.parameters([("layout", "'wall'")])
                + "SELECT section, title, y, height, item_count, stale FROM section_frames WHERE layout = :layout;\n"
        case .stale: "SELECT layout, section, title FROM section_frames WHERE stale;\n"
        case .space:
            """
            SELECT l.name, sum(b.element_count) AS elements, sum(b.element_count) * 1.0 / t.elements * t.bytes AS bytes
            FROM layout AS l JOIN lc_preparation AS p ON p.layout_id = l.id
            JOIN lc_band AS b ON b.preparation_id = p.id,
              (SELECT (SELECT sum(element_count) FROM lc_band) AS elements, sum(pgsize) AS bytes
               FROM dbstat('main', 1) WHERE name LIKE 'lc@_%' ESCAPE '@') AS t
            GROUP BY l.id ORDER BY bytes DESC;

            """
        }
    }

    /// `visible` with a rectangle from parameters in the place of the table `viewport`.
    static let visibleInParameters: String = {
        let view = DerivedSchema.objects["views"]?.first { $0.name == "visible" }?.sql ?? ""
        let body = view.firstRange(of: "\nWITH\n").map { view[$0.upperBound...] } ?? ""
        return "WITH\nviewport (layout, x, y, width, height) AS (SELECT :layout, :x, :y, :width, :height),\n\(body)"
    }()

    private static let rectangleParameters = parameters([
        ("layout", "'wall'"), ("x", "0"), ("y", "120000"), ("width", "390"), ("height", "844"),
    ])

    private static func parameters(_ values: [(name: String, value: String)]) -> String {
        ".parameter init\n" + values.map { ".parameter set :\($0.name) \($0.value)\n" }.joined()
    }
}
