internal import LayoutText

/// Cuts whole records out of bytes, so that the line number is its only state between buffers.
protocol RecordCutter {
    /// Appends the records that are complete in `range` and returns where the first incomplete one
    /// begins; the end of the range if there is none.
    ///
    /// - Parameters:
    ///   - isFinal: whether the source ends where the range does.
    ///   - line: the line on which the range begins; left at the line of the returned offset.
    ///   - fault: the first byte that is not text. The record that holds it becomes a fault, and is
    ///     the last one cut.
    ///   - rowLimit: how many rows to cut at most.
    func cut(
        _ bytes: Span<UInt8>, range: Range<Int>, isFinal: Bool, line: inout Int, fault: TextFault?,
        rowLimit: Int, into batch: inout RowBatch
    ) -> Int
}

extension RecordCutter {
    /// The batch's fault for a record that holds a byte that is not text.
    func batchFault(_ fault: TextFault, in record: RowBatch.Record, bytes: Span<UInt8>, after rows: Int)
        -> RowBatch.Fault
    {
        switch fault.cause {
        case .nulByte:
            RowBatch.Fault(
                precedingRowCount: rows, record: record, offset: fault.offset, kind: .nulByte,
                message: "a byte of value zero", advice: "Is this a text file, and in UTF-8?"
            )
        case .invalidUTF8:
            RowBatch.Fault(
                precedingRowCount: rows, record: record, offset: fault.offset, kind: .invalidUTF8,
                message: "the byte 0x\(bytes[fault.offset].hexadecimal) is not valid UTF-8 here",
                advice: "Convert the file first, for example: iconv -f LATIN1 -t UTF-8 FILE."
            )
        }
    }
}
