public import LayoutText

/// The results of an import; of a dry run, the results that it would have had.
public struct ImportReport: Sendable, Hashable {
    /// Rows or objects in the source, header and empty lines not counted, rejected ones included.
    public var rowsRead = 0
    /// Items that were added.
    public var itemsInserted = 0
    /// Items that were there and were found by key, changed or not.
    public var itemsMatched = 0
    /// Items that a synchronisation removed.
    public var itemsDeleted = 0
    /// Rows that were not stored.
    public var rowsRejected = 0
    /// Added items without a width or height.
    public var itemsWithoutSize = 0
    /// Sections that were made.
    public var sectionsCreated = 0
    /// Sections that a replacement or a synchronisation removed.
    public var sectionsDeleted = 0
    /// The first faults, in file order: as many as are worth printing.
    public var firstErrors: [LayoutError] = []
    /// True if everything was rolled back.
    public var isDryRun = false

    /// The maximum number of faults that are kept: as many as fit on a screen.
    static let keptErrorCount = 20

    /// Makes a report of nothing.
    package init() {}
}

/// A value that makes its row unusable.
package struct RowProblem: Error {
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
