internal import LayoutCache
internal import LayoutText

/// Turns words of the command line into values.
enum ValueParser {
    /// The given number of numbers with separators between them.
    static func numbers(_ text: String, count: Int, separators: Set<Unicode.Scalar> = [","]) -> [Double]? {
        let words = text.unicodeScalars.split(maxSplits: count, omittingEmptySubsequences: false) {
            separators.contains($0)
        }
        let numbers = words.compactMap { DecimalNumber.value(of: Substring($0)) }
        return words.count == count && numbers.count == count ? numbers : nil
    }

    /// - Throws: ``ArgumentFault`` for what is not JSON, or JSON that is not accepted.
    static func json(_ text: String) throws(ArgumentFault) -> JSONValue {
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: text)
        } catch {
            throw ArgumentFault(error)
        }
    }

    /// `SECTION/ITEM`, both from 0.
    static func itemPath(_ text: String) -> ItemIndexPath? {
        let words = text.unicodeScalars.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 2, let section = Int(Substring(words[0])), let item = Int(Substring(words[1])),
            section >= 0, item >= 0
        else { return nil }
        return ItemIndexPath(section: section, item: item)
    }
}
