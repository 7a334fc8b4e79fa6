internal import LayoutRecords
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// Turns objects, one per line, into items.
///
/// Mapped members may be missing or `null`: no title, no key, no size. Sizes and origins are numbers; a title or key is
/// a string, or a number, whose spelling it then is. All remaining members go into the payload verbatim and in their
/// order; an object without any has none.
struct JSONRowMapper: ItemValues.RowMapper {
    private struct MappedMember {
        var name: Range<Int>
        var role: ImportColumns.Role
        var title: String
    }

    private let members: [MappedMember]
    /// The names one after another: looking at one of them for each member of each row copies no array.
    private let names: ContiguousArray<UInt8>
    private let lengths: Lengths
    /// For each mapped member whether any object had it so far: a bit mask.
    private var seen: UInt32 = 0
    private var dataset = SourceItem.ExportedText.Dataset()

    init(options: ImportOptions, isExport: Bool = false) {
        var names: ContiguousArray<UInt8> = []
        members = options.columns.mapped(inExport: isExport).map { name, role in
            let start = names.count
            names.append(contentsOf: name.utf8)
            return MappedMember(name: start..<names.count, role: role, title: name)
        }
        self.names = names
        lengths = Lengths(options)
    }

    var hasPayload: Bool { true }
    var missingMembers: [String] {
        members.indices.filter { seen & 1 << $0 == 0 }.map { members[$0].title }
    }

    mutating func map(
        _ fields: ContiguousArray<RowBatch.Field>, indices: Range<Int>, bytes: Span<UInt8>,
        text: inout ContiguousArray<UInt8>
    ) throws(ItemValues.Problem) -> ItemValues {
        var values = ItemValues()
        var found: UInt32 = 0
        var titleField: RowBatch.Field?
        var keyField: RowBatch.Field?
        var exportedPayload: RowBatch.Field?
        var payloadCount = 0
        let payloadStart = text.count
        var index = indices.lowerBound
        while index < indices.upperBound {
            let name = fields[index]
            let value = fields[index + 1]
            index += 2
            var isMapped = false
            for position in members.indices where isName(name, members[position].name, bytes) {
                let member = members[position]
                isMapped = true
                guard found & 1 << position == 0 else {
                    throw ItemValues.Problem(
                        offset: name.start - 1, kind: .duplicateMember,
                        message: "duplicate key “\(member.title)” in the object")
                }
                found |= 1 << position
                guard bytes[value.start] != UInt8(ascii: "n") else { continue }
                switch member.role {
                case .section:
                    try requireText(value, member.title, bytes)
                    titleField = value
                case .key:
                    try requireText(value, member.title, bytes)
                    keyField = value
                case .dataset:
                    var name: ContiguousArray<UInt8> = []
                    _ = appendText(value, bytes, to: &name)
                    try dataset.check(name, offset: value.start)
                case .payload: exportedPayload = value
                case .length(let role):
                    values.set(try lengths.length(bytes, range: value.start..<value.end, role: role), for: role)
                case .trait(let trait):
                    values.traits[trait] = try lengths.number(bytes, range: value.start..<value.end, of: trait)
                }
            }
            if !isMapped {
                text.append(UInt8(ascii: payloadCount == 0 ? "{" : ","))
                text.append(bytes, range: name.start - 1..<name.end + 1)
                text.append(UInt8(ascii: ":"))
                text.append(bytes, range: value.start..<value.end)
                payloadCount += 1
            }
        }
        seen |= found
        if payloadCount > 0 {
            text.append(UInt8(ascii: "}"))
            values.payload = ColumnBatch.ByteRange(start: payloadStart, end: text.count)
        }
        if let exportedPayload { values.payload = appendText(exportedPayload, bytes, to: &text) }
        if let titleField { values.title = appendText(titleField, bytes, to: &text) }
        if let keyField {
            values.keyOffset = keyField.start
            values.key = appendText(keyField, bytes, to: &text)
        }
        return values
    }

    private func isName(_ field: RowBatch.Field, _ name: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        if field.isEncoded {
            var decoded: ContiguousArray<UInt8> = []
            JSONString.decode(bytes, range: field.start..<field.end, to: &decoded)
            return decoded.elementsEqual(names[name])
        }
        guard field.end - field.start == name.count else { return false }
        for index in 0..<name.count where bytes[field.start + index] != names[name.lowerBound + index] {
            return false
        }
        return true
    }

    private func requireText(_ value: RowBatch.Field, _ name: String, _ bytes: Span<UInt8>) throws(ItemValues.Problem) {
        switch bytes[value.start] {
        case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return
        default:
            throw ItemValues.Problem(
                offset: value.start, kind: .notText, message: "“\(name)” must be a string, a number or null")
        }
    }

    /// Appends the content of a string, or another value in its spelling.
    private func appendText(
        _ value: RowBatch.Field, _ bytes: Span<UInt8>, to text: inout ContiguousArray<UInt8>
    ) -> ColumnBatch.ByteRange {
        let start = text.count
        if bytes[value.start] == UInt8(ascii: "\"") {
            JSONString.decode(bytes, range: value.start + 1..<value.end - 1, to: &text)
        } else {
            text.append(bytes, range: value.start..<value.end)
        }
        return ColumnBatch.ByteRange(start: start, end: text.count)
    }
}
