internal import LayoutCache
internal import LayoutSQLite

package enum FieldValue: Sendable, Equatable {
    case number(Double)
    case text(String)

    /// How many samples of a piece count. An arbitrary number: 256 pieces are read in some ten milliseconds. At half
    /// of it, in five, and an odd value counts twice as much.
    package static let samplesPerPiece = 8

    /// One value for each piece: the average of numbers, or the most frequent word, whichever more samples have. Nil
    /// where none has a value.
    ///
    /// - Parameter items: The row ids of ``samplesPerPiece`` samples of each piece, one piece after the other.
    static func averages(_ field: ItemField, of items: [Int64?], in layout: LayoutReader) throws -> [FieldValue?] {
        let row = try layout.connection.cached("SELECT \(field.sql) FROM item AS i WHERE i.id = ?1")
        // A large item is several samples in a row.
        var last: (id: Int64, value: FieldValue?)?
        return try stride(from: 0, to: items.count, by: samplesPerPiece).map { start in
            average(
                of: try items[start..<(start + samplesPerPiece)].map { id in
                    guard let id else { return nil }
                    if let last, last.id == id { return last.value }
                    let value = try read(row, of: id)
                    last = (id, value)
                    return value
                })
        }
    }

    private static func read(_ row: Statement, of id: Int64) throws -> FieldValue? {
        row.bind(id, at: 1)
        defer { row.rewind() }
        guard try row.step(), !row.isNull(0) else { return nil }
        switch row.storage(0) {
        case .integer, .real: return .number(row.double(0))
        default: return row.string(0).map { .text(String($0.prefix(Self.longest))) }
        }
    }

    /// Of words that are as frequent, and of words against numbers, the first counts.
    static func average(of samples: [FieldValue?]) -> FieldValue? {
        var numbers: [Double] = []
        var words: [String: Int] = [:]
        for case let sample? in samples {
            switch sample {
            case .number(let number): numbers.append(number)
            case .text(let word): words[word, default: 0] += 1
            }
        }
        let most = max(numbers.count, words.values.max() ?? 0)
        for case let sample? in samples {
            switch sample {
            case .number where numbers.count == most: return .number(mean(of: numbers))
            case .text(let word) where words[word] == most: return sample
            default: continue
            }
        }
        return nil
    }

    private static func mean(of numbers: [Double]) -> Double {
        let (sum, count) = (numbers.reduce(0, +), Double(numbers.count))
        return sum.isFinite ? sum / count : numbers.reduce(0) { $0 + $1 / count }
    }

    /// A legend shows no more of a text.
    private static let longest = 60
}
