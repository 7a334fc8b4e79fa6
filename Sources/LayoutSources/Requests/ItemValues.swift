internal import LayoutRecords
package import LayoutSQLite
package import LayoutSchema
package import LayoutText

/// The values of one row for its item. Its texts are in the bytes that the rows of its batch share.
package struct ItemValues {
    /// In points; NaN for none.
    package var width = Double.nan
    package var height = Double.nan
    package var x = Double.nan
    package var y = Double.nan
    package var title = ColumnBatch.ByteRange.null
    package var key = ColumnBatch.ByteRange.null
    package var payload = ColumnBatch.ByteRange.null
    package var traits = Traits()
    /// The offset of the key in the chunk, for messages.
    package var keyOffset: Int?

    package init() {}

    /// Keeps a size or an origin, in points.
    mutating func set(_ length: Double, for role: Lengths.Role) {
        switch role {
        case .width: width = length
        case .height: height = length
        case .x: x = length
        case .y: y = length
        }
    }

    /// The traits of one item; most have none.
    package struct Traits: Hashable {
        private var numbers = Self.nothing

        private static let null = Int32.min
        private static let nothing = SIMD8<Int32>(repeating: null)

        package init() {}

        package var isEmpty: Bool { numbers == Self.nothing }

        package subscript(trait: ItemTrait) -> Int? {
            get { numbers[trait.rawValue] == Self.null ? nil : Int(numbers[trait.rawValue]) }
            set { numbers[trait.rawValue] = newValue.map(Int32.init(clamping:)) ?? Self.null }
        }
    }

    /// A value that makes its row unusable.
    package struct Problem: Error {
        /// The place of the fault, as an offset into the buffer; nil if only the row is known.
        package var offset: Int?
        package var kind: LayoutError.Code
        package var message: String
        package var advice: String?

        package init(offset: Int? = nil, kind: LayoutError.Code, message: String, advice: String? = nil) {
            self.offset = offset
            self.kind = kind
            self.message = message
            self.advice = advice
        }
    }

    /// Makes items of the rows of a format.
    protocol RowMapper {
        /// Whether rows can have a payload.
        var hasPayload: Bool { get }
        /// The mapped members that no row had so far: probably misspelled.
        var missingMembers: [String] { get }

        /// Reads one row, whose fields have some indices. `text` grows by the title, the key and the payload.
        mutating func map(
            _ fields: ContiguousArray<RowBatch.Field>, indices: Range<Int>, bytes: Span<UInt8>,
            text: inout ContiguousArray<UInt8>
        ) throws(Problem) -> ItemValues
    }
}
