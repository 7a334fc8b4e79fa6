package import LayoutSQLite
internal import LayoutSchema
package import LayoutText

/// A table or a data set that a data set follows, with the rows that are shown and their order.
///
/// ```swift
/// let following = Following(
///     table: "photo", as: "photos", section: "album", order: "taken_at DESC", where: "NOT hidden", key: "id",
///     width: "w", height: "h", payload: ["title"])
/// let store = try LayoutStore(path: databasePath, mode: .adopt)
/// try store.follow(following)
/// ```
///
/// Its texts are SQL expressions of one row, or the plain names of columns. For a table they name its columns, and for
/// a data set `key`, `width`, `height`, `x`, `y`, `payload`, `id`, `position`, `section.title` and `section.position`.
/// They are evaluated when a layout is prepared, and never in the program that changes the source. They have no
/// subqueries, and only deterministic functions of SQLite's own. A row keeps its former state if one of them fails for
/// it.
public struct Following: Sendable, Hashable {
    /// The source. It is never written to.
    public enum Source: Sendable, Hashable {
        /// A table of the same file.
        case table(String)
        /// Another data set. The items of the follower stand for its items.
        case dataset(String)

        /// Whether it is a table.
        package var isTable: Bool { if case .table = self { true } else { false } }
    }

    /// The source.
    public var source: Source
    /// The name of the data set that follows.
    public var dataset: String
    /// The value whose distinct values are the sections, titled with them; nil for one section.
    public var section: String?
    /// The terms of the order of the sections, as after `ORDER BY`, over the value `section`; nil for `section NULLS
    /// LAST`.
    public var sectionOrder: String?
    /// The terms that order the items of a section, as after `ORDER BY`; nil for the source's own order. Rows that are
    /// equal in them follow one another by the column that identifies them.
    public var order: String?
    /// The condition of the rows that are shown; nil for all rows.
    public var `where`: String?
    /// The key, which should be unique; of a table only, like the properties below.
    public var key: String?
    /// The width, in points. A value that is not a number from 0 to 1e9 counts as not measured yet. Without an
    /// expression the items' widths are not changed, for example widths measured by an app.
    public var width: String?
    /// The height, in points, as ``width``.
    public var height: String?
    /// The number of columns that an item covers. A value that is not a whole number in its range counts as none, here
    /// and in the next ones.
    public var span: String?
    /// The number of rows of a sheet that an item covers.
    public var rowSpan: String?
    /// An item's level in an outline.
    public var level: String?
    /// The level at which an item sticks.
    public var stickyLevel: String?
    /// The edge that it sticks to: `start` or `end`.
    public var stickyEdge: String?
    /// The columns that the payload holds, by their names.
    public var payload: [String] = []

    /// Makes one that follows a table; omitted parts have their defaults.
    public init(
        table: String, as dataset: String, section: String? = nil, order: String? = nil, where condition: String? = nil,
        key: String? = nil, width: String? = nil, height: String? = nil, payload: [String] = []
    ) {
        self.init(.table(table), as: dataset)
        (self.section, self.order, self.where) = (section, order, condition)
        self.key = key
        self.width = width
        self.height = height
        self.payload = payload
    }

    /// Makes one that follows a data set, whose items have the sizes, keys and payloads.
    public init(
        dataset source: String, as dataset: String, section: String? = nil, order: String? = nil,
        where condition: String? = nil
    ) {
        self.init(.dataset(source), as: dataset)
        (self.section, self.order, self.where) = (section, order, condition)
    }

    /// Makes one that follows a source.
    package init(_ source: Source, as dataset: String) { (self.source, self.dataset) = (source, dataset) }

    /// The parts that are expressions or lists of them, by their names in files.
    static let parts: [(name: String, path: any WritableKeyPath<Following, String?> & Sendable)] = [
        ("section", \.section), ("section_order", \.sectionOrder), ("order", \.order), ("where", \.where),
        ("key", \.key), ("width", \.width), ("height", \.height), ("span", \.span), ("row_span", \.rowSpan),
        ("level", \.level), ("sticky_level", \.stickyLevel), ("sticky_edge", \.stickyEdge),
    ]

    /// The parts that only followers of tables have: the columns of an item's contents.
    static var contentParts: ArraySlice<(name: String, path: any WritableKeyPath<Following, String?> & Sendable)> {
        parts[4...]
    }

    /// The source in messages.
    package var sourceText: String {
        switch source {
        case .table(let name): "the table “\(name)”"
        case .dataset(let name): "the data set “\(name)”"
        }
    }

    /// The source's name.
    var sourceName: String {
        switch source {
        case .table(let name), .dataset(let name): name
        }
    }

    /// Gives columns other names.
    mutating func rename(_ names: [String: String]) {
        for (_, path) in Self.parts {
            self[keyPath: path] = self[keyPath: path].map { text in
                let read = FollowedExpression.Tokens(text)
                return names[text]
                    ?? read.text { index in
                        let token = read.tokens[index]
                        guard [.word, .quoted].contains(token.kind) else { return nil }
                        return names.first { $0.key.lowercased() == token.name.lowercased() }.flatMap {
                            try? Statement.quoted($0.value)
                        }
                    }
            }
        }
        payload = payload.map { names[$0] ?? $0 }
    }

    /// Refuses any change of the items and sections of a data set that follows a source.
    ///
    /// - Throws: ``LayoutError`` `followsSource`.
    package static func refuse(_ what: String, of dataset: Int64, in connection: Connection) throws {
        guard let following = try FollowerRecord.of(dataset, in: connection) else { return }
        throw following.refusal(what)
    }

    /// Refuses a size from the source; a size without an expression belongs to the app.
    package func checkSize(hasWidth: Bool, hasHeight: Bool) throws {
        guard hasWidth && has(\.width) || hasHeight && has(\.height) else { return }
        throw refusal(
            "its items cannot be resized",
            advice: "Change \(sourceText), or define the layout with a measure, which has separate sizes.")
    }

    /// Whether the source has the values of a part: a data set has all.
    package func has(_ part: KeyPath<Following, String?>) -> Bool {
        if case .dataset = source { true } else { self[keyPath: part] != nil }
    }

    /// Whether the source has the payloads.
    package var hasPayload: Bool { if case .dataset = source { true } else { !payload.isEmpty } }

    package func refusal(_ what: String, advice: String? = nil) -> LayoutError {
        LayoutError(
            .followsSource, "the data set “\(dataset)” follows \(sourceText): \(what)",
            advice: advice ?? "Change \(sourceText).")
    }
}
