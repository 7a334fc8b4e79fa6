internal import LayoutRecords
package import LayoutSQLite
package import LayoutSchema
internal import LayoutText

/// An item as an app has it, on its way into a data set.
///
/// ```swift
/// let items = photos.lazy.map { SourceItem(section: $0.album, key: $0.id, width: $0.width, height: $0.height) }
/// try store.importItems(items, into: "photos", mode: .replace)
/// ```
public struct SourceItem: Sendable, Hashable {
    /// The title of its section; nil for the section without one. If a call names the section, that one counts instead.
    public var section: String?
    /// The app's own name for it, unique in its data set. An empty one counts as none.
    public var key: String?
    /// Its width in points; nil for one that was not measured yet.
    public var width: Double?
    /// Its height in points; nil for one that was not measured yet.
    public var height: Double?
    /// The left edge of its frame in content coordinates, in points, for canvas layouts.
    public var x: Double?
    /// The upper edge of its frame in content coordinates, in points, for canvas layouts.
    public var y: Double?
    /// The number of columns that it covers, from 1 to 1024; 0 is the whole line, or all columns. `nil`: 1.
    public var span: Int?
    /// The number of rows of a sheet that it covers, at least 1. `nil`: 1.
    public var rowSpan: Int?
    /// Its level in an outline. `nil`: 0.
    public var level: Int?
    /// The level at which it sticks to an edge of the viewport, from 0, outermost, to 31. `nil`: it does not stick.
    public var stickyLevel: Int?
    /// The edge that it sticks to. `nil`: the start.
    public var stickyEdge: StickyEdge?
    /// The app's own data, as the text of a JSON object.
    public var payload: String?

    /// An edge of the viewport along the scroll axis.
    public enum StickyEdge: String, Sendable, Hashable, CaseIterable {
        /// The beginning of the viewport.
        case start
        /// The end of the viewport.
        case end
    }

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        section: String? = nil, key: String? = nil, width: Double? = nil, height: Double? = nil, x: Double? = nil,
        y: Double? = nil, span: Int? = nil, rowSpan: Int? = nil, level: Int? = nil, stickyLevel: Int? = nil,
        stickyEdge: StickyEdge? = nil, payload: String? = nil
    ) {
        self.section = section
        self.key = key
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.span = span
        self.rowSpan = rowSpan
        self.level = level
        self.stickyLevel = stickyLevel
        self.stickyEdge = stickyEdge
        self.payload = payload
    }

    package func number(of trait: ItemTrait) -> Int? {
        switch trait {
        case .span: span
        case .rowSpan: rowSpan
        case .level: level
        case .stickyLevel: stickyLevel
        case .stickyEdge: stickyEdge.map { $0 == .start ? 0 : 1 }
        }
    }

    /// Reads an item.
    ///
    /// - Parameters:
    ///   - first: The column of the key; after it come width, height, x, y, the payload and the traits.
    ///   - section: The column of its section's title, if there is one.
    package init(_ row: Statement, from first: Int, section: Int? = nil) {
        func value<Value: Statement.Readable>(_ column: Int, as type: Value.Type = Value.self) -> Value {
            Value.read(from: row, column: first + column)
        }
        self.init(
            section: section.flatMap(row.string), key: value(0), width: value(1), height: value(2), x: value(3),
            y: value(4), span: value(6), rowSpan: value(7), level: value(8), stickyLevel: value(9),
            stickyEdge: value(10, as: Int?.self).map { $0 == 0 ? .start : .end }, payload: value(5))
    }

    /// Checks items that an app has, and turns them into rows.
    package struct Mapper {
        private let lengths: Lengths
        private var tokenizer = JSONTokenizer(maximumDepth: JSONLineCutter.maximumDepth)

        package init(scale: Double = 1) { lengths = Lengths(scale: scale) }

        /// Reads one item. `text` grows by the key, the payload and the title, also if it throws.
        package mutating func map(
            _ item: SourceItem, text: inout ContiguousArray<UInt8>
        ) throws(ItemValues.Problem) -> ItemValues {
            var values = ItemValues()
            if let width = item.width { values.width = try lengths.length(width, role: .width) }
            if let height = item.height { values.height = try lengths.length(height, role: .height) }
            if let x = item.x { values.x = try lengths.length(x, role: .x) }
            if let y = item.y { values.y = try lengths.length(y, role: .y) }
            for trait in ItemTrait.allCases {
                guard let number = item.number(of: trait) else { continue }
                values.traits[trait] = try Lengths.checked(number, "\(number)", of: trait)
            }
            if let key = item.key, !key.isEmpty { values.key = try Self.append(key, what: "key", to: &text) }
            if let payload = item.payload {
                values.payload = try Self.append(payload, what: "payload", to: &text)
                try checkObject(text.span, values.payload.start..<values.payload.end)
            }
            if let section = item.section, !section.isEmpty {
                values.title = try Self.append(section, what: "section", to: &text)
            }
            return values
        }

        private static func append(
            _ string: String, what: String, to text: inout ContiguousArray<UInt8>
        ) throws(ItemValues.Problem) -> ColumnBatch.ByteRange {
            let start = text.count
            text.append(contentsOf: string.utf8)
            for index in start..<text.count where text[index] == 0 {
                throw ItemValues.Problem(kind: .nulByte, message: "the \(what) has a zero byte")
            }
            return ColumnBatch.ByteRange(start: start, end: text.count)
        }

        private mutating func checkObject(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(ItemValues.Problem) {
            tokenizer.begin(range)
            guard tokenizer.peek(in: bytes) == UInt8(ascii: "{") else {
                throw ItemValues.Problem(
                    kind: .notAnObject, message: "the payload is not a JSON object: \(Lengths.excerpt(bytes, range))")
            }
            do throws(JSONTokenizer.Fault) {
                _ = try tokenizer.next(in: bytes)
                while try tokenizer.nextMember(in: bytes) != nil {}
                _ = try tokenizer.next(in: bytes)
            } catch {
                throw ItemValues.Problem(
                    kind: .invalidJSON,
                    message: "the payload is \(error.breaksGrammar ? "not JSON" : "refused"): \(error.message) at byte "
                        + "\(error.position - range.lowerBound): " + Lengths.excerpt(bytes, range))
            }
        }
    }

    /// Keeps the items of an asynchronous sequence until they are complete, so that the store's lock is not held during
    /// the wait for the sequence. They are in memory as long as they are few, and in a temporary database beyond.
    ///
    /// `@unchecked Sendable`: one at a time uses it, first the task that fills it, and when that is done the thread
    /// that imports. The hand-over to the pool orders the two.
    package final class Spool: @unchecked Sendable {
        private var file: Connection?

        package init() {}

        /// Puts a batch away.
        package func append(_ items: [SourceItem]) throws {
            let connection = try file ?? makeFile()
            file = connection
            try connection.transaction {
                for item in items {
                    try connection.run(
                        "INSERT INTO item VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                        item.section, item.key, item.width, item.height, item.x, item.y, item.payload, item.span,
                        item.rowSpan, item.level, item.stickyLevel, item.number(of: .stickyEdge)
                    )
                }
            }
        }

        private func makeFile() throws -> Connection {
            // SQLite's word for a database in a temporary file that is gone when it is closed.
            let connection = try Connection(path: "", mode: .create)
            try connection.execute(
                """
                PRAGMA journal_mode = OFF;
                CREATE TABLE item (
                  section, key, width, height, x, y, payload, span, row_span, level, sticky_level, sticky_edge);
                """)
            return connection
        }

        /// Lends a function that returns the items that were put away, in order, and nil at their end.
        package func withItems<T>(_ body: (_ next: () throws -> SourceItem?) throws -> T) throws -> T {
            guard let file else { return try body { nil } }
            let rows = try file.cached("SELECT * FROM item ORDER BY rowid")
            defer { rows.rewind() }
            var isAtEnd = false
            return try body {
                // Stepped once more, the statement would begin again.
                if !isAtEnd { isAtEnd = try !rows.step() }
                guard !isAtEnd else { return nil }
                return SourceItem(rows, from: 1, section: 0)
            }
        }
    }

    /// The text of items that an export writes and an import takes unchanged: missing values, empty texts and payloads
    /// are not guessed from the spelling.
    ///
    /// - In CSV, a field with nothing in it is NULL, and two quotes are an empty text.
    /// - In NDJSON, a payload that is a string holds the text of the payload; any other value is the payload itself.
    package enum ExportedText {
        /// The columns of the data set's name and the payload.
        static let (dataset, payload) = ("dataset", "payload")
        /// The columns of the header, or the members of each object, in their order.
        private static let columns = ([dataset] + ImportColumns.all.map(\.name) + [payload]).map(ExactString.init)

        /// A payload that is nested more deeply is written as a string: an import would refuse the object around it.
        package static let maximumPayloadDepth = JSONLineCutter.maximumDepth - 1

        /// Whether a text with these columns is an export; not if the options take one of them for something else.
        static func isExport(_ names: [String], _ options: ImportColumns) -> Bool {
            names.map(ExactString.init) == columns
                && ImportColumns.all.allSatisfy {
                    options[keyPath: $0.path] == nil || options[keyPath: $0.path] == $0.name
                }
        }

        /// The options as an export needs them.
        ///
        /// - Throws: ``LayoutError`` `invalidOptions` for a scale: sizes are in points already.
        static func options(_ options: ImportOptions, name: String) throws(LayoutError) -> ImportOptions {
            guard options.scale == 1 else {
                throw LayoutError(
                    .invalidOptions,
                    "the file is an export, whose sizes are in points already: a scale would change them",
                    advice: "Leave the scale out.", file: name)
            }
            var options = options
            options.columns = .named
            return options
        }
    }
}

extension SourceItem.ExportedText {
    /// Sees that all rows of an export are of one data set: several would become one without a word.
    struct Dataset {
        private var first: ContiguousArray<UInt8>?

        /// - Parameter offset: The offset of the name.
        mutating func check(_ name: ContiguousArray<UInt8>, offset: Int) throws(ItemValues.Problem) {
            guard let first else { return self.first = name }
            guard first != name else { return }
            throw ItemValues.Problem(
                offset: offset, kind: .invalidOptions,
                message: "the file holds more than one data set: “\(String(decoding: first, as: UTF8.self))” and "
                    + "“\(String(decoding: name, as: UTF8.self))”", advice: "Export and import one data set at a time.")
        }
    }
}
