internal import LayoutPlatform
internal import LayoutRecords
package import LayoutText

package struct LineTitles {
    private let length: Int?
    private let pattern: TextPattern?
    package private(set) var current: String?

    package init(_ sections: LineOptions.Sections, _ place: LinePlace) throws(LayoutError) {
        current = place.title
        switch sections {
        case .one: (length, pattern) = (nil, nil)
        case .every(let count): (length, pattern) = (max(1, count), nil)
        case .pattern(let expression):
            var fault: String?
            (length, pattern) = (nil, TextPattern(expression) { fault = $0 })
            if let fault {
                throw LayoutError(.invalidOptions, "“\(expression)” is not a regular expression: \(fault)")
            }
        }
    }

    /// The title of the section that a line is in. Titles are unique, so that lines stay in order.
    ///
    /// - Parameter isTaken: Whether a section has a title.
    package mutating func title(ofLine number: Int, _ text: [UInt8], isTaken: (String) -> Bool) -> String? {
        if let length, (number - 1) % length == 0 {
            current = unique("Line \(number)", number, isTaken)
        } else if let pattern, let found = pattern.firstMatch(in: text), found != current {
            current = unique(found, number, isTaken)
        }
        return current
    }

    private func unique(_ title: String, _ number: Int, _ isTaken: (String) -> Bool) -> String {
        isTaken(title) ? "\(title) · line \(number)" : title
    }
}
