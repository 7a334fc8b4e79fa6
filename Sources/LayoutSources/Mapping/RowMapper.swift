internal import LayoutRecords

/// Makes items of the rows of a format.
protocol RowMapper {
    /// Whether rows can have a payload.
    var hasPayload: Bool { get }
    /// The mapped members that no row had so far: probably misspelled.
    var missingMembers: [String] { get }

    /// Reads one row, whose fields have some indices. `text` grows by the title, the key and the payload.
    mutating func map(
        _ fields: ContiguousArray<FieldRange>, indices: Range<Int>, bytes: Span<UInt8>,
        text: inout ContiguousArray<UInt8>
    ) throws(RowProblem) -> ItemValues
}
