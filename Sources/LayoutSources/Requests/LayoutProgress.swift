package import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// The progress of a call that goes through a file or a data set.
public struct LayoutProgress: Sendable, Hashable {
    /// The steps of such calls.
    public enum Step: Sendable, Hashable {
        /// Rows of a source are read.
        case importing
        /// A data set is made equal to what it follows.
        case following
        /// A layout is laid out.
        case preparing(layout: String)
        /// The items of a data set are indexed.
        case indexing
        /// The items of a layout are searched.
        case searching
        /// The file is copied, or written again.
        case copying
        /// SQLite checks its own structures, without reporting progress.
        case checkingFile
        /// The derived tables are compared with the data sets.
        case checkingLayouts
        /// A new store is made of the user's own tables.
        case rebuilding
    }

    /// The present step.
    public var step: Step
    /// The number of rows read, elements written, or items indexed or searched so far; 0 in a step that does not count.
    public var count: Int
    /// The share of the step that is done, from 0 to 1; nil if it is unknown. It is an estimate.
    public var fraction: Double?

    /// The number of sections laid out, at least in part.
    package var sectionCount = 0

    package init(_ step: Step, count: Int = 0, fraction: Double? = nil) {
        (self.step, self.count, self.fraction) = (step, count, fraction)
    }

    /// The share that some bytes, pages or tiles have of all of them.
    package static func share(_ done: Int, of total: Int?) -> Double? {
        total.flatMap { $0 > 0 ? Double(done) / Double($0) : nil }
    }
}

extension BlockingWork {
    /// Does work on another thread that reports its progress. It ends at the first report after the task was cancelled.
    package static func run<T: Sendable>(
        reporting progress: @escaping @Sendable (LayoutProgress) throws -> Void,
        _ body: @Sendable (@escaping (LayoutProgress) throws -> Void) throws -> T
    ) async throws -> T {
        try await run {
            try body {
                if Task.isCancelled { throw LayoutError.cancelled }
                try progress($0)
            }
        }
    }
}
