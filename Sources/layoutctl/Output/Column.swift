internal import LayoutText

/// A column of the rows that a command prints: its name in every format, and where its value is in a row.
struct Column<Row>: Sendable {
    /// The member's name in JSON, and the heading elsewhere.
    let name: String
    let value: @Sendable (Row) -> Field

    init(_ name: String, _ value: @escaping @Sendable (Row) -> Field) {
        self.name = name
        self.value = value
    }

    /// A column of what is answered elsewhere too.
    init(_ value: NamedValue<Row>) {
        self.init(value.name) { Field(value.value($0)) }
    }
}
