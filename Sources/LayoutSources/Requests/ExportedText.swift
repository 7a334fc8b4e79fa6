internal import LayoutRecords
internal import LayoutText

/// The text of items that an export writes and an import takes unchanged: missing values, empty texts and payloads are
/// not guessed from the spelling.
///
/// - In CSV, a field with nothing in it is NULL, and two quotes are an empty text.
/// - In NDJSON, a payload that is a string holds the text of the payload; any other value is the payload itself.
package enum ExportedText {
    /// The columns of the header, or the members of each object, in their order.
    package enum Column: String, CaseIterable, Sendable {
        case dataset, section, key, width, height, x, y, span, rowSpan, level, stickyLevel, stickyEdge, payload
    }

    /// A payload that is nested more deeply is written as a string: an import would refuse the object around it.
    package static let maximumPayloadDepth = JSONLineCutter.maximumDepth - 1

    /// The columns of the data set's name and the payload.
    static let (dataset, payload) = (Column.dataset.rawValue, Column.payload.rawValue)

    /// Whether a text with these columns is an export; not if the options take one of them for something else.
    static func isExport(_ names: [String], _ options: ImportColumns) -> Bool {
        guard names.map(ExactString.init) == Column.allCases.map({ ExactString($0.rawValue) }) else { return false }
        return ImportColumns.all.allSatisfy { options[keyPath: $0.path] == nil || options[keyPath: $0.path] == $0.name }
    }

    /// The options as an export needs them.
    ///
    /// - Throws: ``LayoutError`` `invalidOptions` for a scale: sizes are in points already.
    static func options(_ options: ImportOptions, name: String) throws(LayoutError) -> ImportOptions {
        guard options.scale == 1 else {
            throw LayoutError(
                .invalidOptions, "the file is an export, whose sizes are in points already: a scale would change them",
                advice: "Leave the scale out.", file: name)
        }
        var options = options
        options.columns = .named
        return options
    }
}

/// Sees that all rows of an export are of one data set: several would become one without a word.
struct ExportedDataset {
    private var first: ContiguousArray<UInt8>?

    /// - Parameter offset: The offset of the name.
    mutating func check(_ name: ContiguousArray<UInt8>, offset: Int) throws(RowProblem) {
        guard let first else { return self.first = name }
        guard first != name else { return }
        throw RowProblem(
            offset: offset, kind: .invalidOptions,
            message: "the file holds more than one data set: “\(String(decoding: first, as: UTF8.self))” and "
                + "“\(String(decoding: name, as: UTF8.self))”", advice: "Export and import one data set at a time.")
    }
}
