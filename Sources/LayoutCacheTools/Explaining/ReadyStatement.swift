internal import LayoutCache
internal import LayoutMigrations

/// A statement that is ready to be run in the `sqlite3` shell, with its parameters named.
package enum ReadyStatement: String, CaseIterable, Sendable {
    /// The visible elements of any rectangle, without a row of `viewport`: for files that cannot be written, and for
    /// shells that refuse the view.
    case visible
    /// One item in every layout, by its key.
    case item
    /// The sections of a layout.
    case sections
    /// The stale sections.
    case stale
    /// The bytes that each layout takes.
    case space

    /// The statement, after the shell's commands that give its parameters a value.
    package var sql: String {
        switch self {
        case .visible:
            Self.parameters([("layout", "'wall'"), ("x", "0"), ("y", "120000"), ("width", "390"), ("height", "844")])
                + Self.visibleInParameters + ";\n"
        case .item:
            Self.parameters([("key", "'N04252'")])
                + "SELECT layout, section, item, x, y, width, height, stale FROM item_frames WHERE key = :key;\n"
        case .sections:
            Self.parameters([("layout", "'wall'")])
                + "SELECT section, title, y, height, item_count, stale FROM section_frames WHERE layout = :layout;\n"
        case .stale:
            "SELECT layout, section, title FROM section_frames WHERE stale;\n"
        case .space:
            Self.guide(startingWith: "See how many bytes") + "\n"
        }
    }

    /// `visible` with a rectangle from parameters in the place of the table `viewport`.
    static let visibleInParameters: String = {
        // Separate views would see the table: their statements go before the other parts.
        let parts = [
            ("lc_lap_view", "WITH RECURSIVE\n"), ("lc_search", "WITH RECURSIVE\n"), ("lc_plane_view", "SELECT "),
        ]
        return """
            WITH
            viewport (layout, x, y, width, height) AS (SELECT :layout, :x, :y, :width, :height),
            \(parts.map { "\($0) AS (\n\(body(ofView: $0, from: $1))\n)" }.joined(separator: ",\n"))
            \(body(ofView: "visible", from: "SELECT "))
            """
    }()

    /// The text of a view from where a line begins with a word on.
    private static func body(ofView name: String, from start: String) -> Substring {
        let view = DerivedSchema.objects["views"]?.first { $0.name == name }
        // The statement is for any layout, those with items that stick included.
        let text = view?.otherSQL.last ?? view?.sql ?? ""
        return text.firstRange(of: "\n" + start).map { text[$0.lowerBound...].dropFirst() } ?? ""
    }

    private static func parameters(_ values: [(name: String, value: String)]) -> String {
        ".parameter init\n" + values.map { ".parameter set :\($0.name) \($0.value)\n" }.joined()
    }

    /// The recipe of `layout_guide` with a task that begins like this, taken from the text of the view.
    private static func guide(startingWith task: String) -> String {
        let text = DerivedSchema.objects["views"]?.first { $0.name == "layout_guide" }?.sql ?? ""
        let row = text.split(separator: "  ('\(task)").dropFirst().first ?? ""
        let literal = row.split(separator: "',\n   '", maxSplits: 1).last ?? ""
        var recipe = ""
        var isAfterQuote = false
        // A quote in a literal is doubled; a single one ends it.
        for scalar in literal.unicodeScalars {
            if scalar == "'" {
                if isAfterQuote { recipe.unicodeScalars.append(scalar) }
                isAfterQuote.toggle()
            } else if isAfterQuote {
                break
            } else {
                recipe.unicodeScalars.append(scalar)
            }
        }
        return recipe
    }
}
