internal import LayoutText

/// Cuts whole records out of bytes, so that the line number is its only state between buffers.
protocol RecordCutter {
    /// Appends the records that are complete in `range` and returns where the first incomplete one
    /// begins; the end of the range if there is none.
    ///
    /// - Parameters:
    ///   - isFinal: whether the source ends where the range does.
    ///   - line: the line on which the range begins; left at the line of the returned offset.
    ///   - fault: the place of the first byte that is not text. The record that holds it becomes a fault, and is
    ///     the last one cut.
    ///   - rowLimit: how many rows to cut at most.
    func cut(
        _ bytes: Span<UInt8>, range: Range<Int>, isFinal: Bool, line: inout Int, fault: Int?,
        rowLimit: Int, into batch: inout RowBatch
    ) -> Int
}
