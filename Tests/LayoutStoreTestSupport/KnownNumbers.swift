package import LayoutTestSupport
import Testing

/// A layout in a file of cases, and the numbers that its test counted once.
package struct KnownNumbers: CustomTestStringConvertible {
    package let testDescription: String
    package let definition: String
    /// Numbers by the words before them.
    package private(set) var numbers: [String: [Int]] = [:]

    /// A definition, and behind it words with numbers, and commas between these.
    package init(_ known: DataFile.Case) {
        testDescription = known.heading
        let end = known.text.lastIndex(of: "}") ?? known.text.startIndex
        definition = String(known.text[...end])
        for entry in known.text[end...].dropFirst().split(separator: ",") {
            let words = entry.split(separator: " ")
            let name = words.prefix { Int($0) == nil }
            numbers[name.joined(separator: " ")] = words.dropFirst(name.count).compactMap { Int($0) }
        }
    }
}
