extension Statement {
    /// Whether a column holds exactly a text, byte by byte; false for NULL.
    package func isText(_ column: Int, _ text: String) -> Bool {
        guard !isNull(column) else { return false }
        return unsafe withTextBytes(column) { bytes in
            guard bytes.count == text.utf8.count else { return false }
            // Native strings, as nearly all are, lend their bytes.
            return unsafe text.utf8.withContiguousStorageIfAvailable { other in
                unsafe bytes.elementsEqual(UnsafeRawBufferPointer(other))
            } ?? bytes.elementsEqual(text.utf8)
        }
    }
}
