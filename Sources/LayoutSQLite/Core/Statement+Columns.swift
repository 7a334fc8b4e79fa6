internal import LayoutCSQLite

// Columns of the current row. SQLite converts where the stored type differs from the one asked for
// (<https://sqlite.org/c3ref/column_blob.html>).
extension Statement {
    /// An integer; 0 for NULL.
    @usableFromInline package func int64(_ column: Int) -> Int64 {
        unsafe sqlite3_column_int64(handle, checked(column))
    }

    /// An integer; 0 for NULL.
    @usableFromInline package func int(_ column: Int) -> Int {
        Int(int64(column))
    }

    /// A number; 0 for NULL.
    @usableFromInline package func double(_ column: Int) -> Double {
        unsafe sqlite3_column_double(handle, checked(column))
    }

    /// A number; NaN for NULL, which is how the binding of NaN is undone.
    package func doubleOrNaN(_ column: Int) -> Double {
        isNull(column) ? .nan : double(column)
    }

    /// Whether an integer other than 0 is there; false for NULL.
    @usableFromInline package func bool(_ column: Int) -> Bool {
        int64(column) != 0
    }

    /// Whether the value is NULL.
    @usableFromInline package func isNull(_ column: Int) -> Bool {
        unsafe sqlite3_column_type(handle, checked(column)) == SQLITE_NULL
    }

    /// A text, or nil for NULL.
    package func string(_ column: Int) -> String? {
        guard let text = unsafe sqlite3_column_text(handle, checked(column)) else {
            return nil
        }
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
        return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// A text; empty for NULL.
    @usableFromInline package func stringOrEmpty(_ column: Int) -> String {
        string(column) ?? ""
    }

    /// Lends the bytes of a text, in UTF-8, without copying them; none for NULL.
    package func withTextBytes<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        // The length must be asked for after the text: the conversion to UTF-8 may change it.
        let text = unsafe sqlite3_column_text(handle, checked(column))
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
        return try unsafe body(UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : count))
    }

    /// Lends a text, in UTF-8, without copying it; nothing for NULL.
    package func withUTF8<T>(_ column: Int, _ body: (Span<UInt8>) throws -> T) rethrows -> T {
        try unsafe withTextBytes(column) { bytes in
            try body(unsafe bytes.bindMemory(to: UInt8.self).span)
        }
    }

    /// Lends the bytes of a blob without copying them; none for NULL.
    package func withBlobBytes<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        let bytes = unsafe sqlite3_column_blob(handle, checked(column))
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
        return try unsafe body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }

    /// A copy of a blob, or nil for NULL.
    @usableFromInline package func bytes(_ column: Int) -> [UInt8]? {
        isNull(column) ? nil : unsafe withBlobBytes(column) { unsafe Array($0) }
    }

    /// How the value is stored in this row.
    package func storage(_ column: Int) -> ValueStorage {
        ValueStorage(code: unsafe sqlite3_column_type(handle, checked(column)))
    }

    private func checked(_ column: Int) -> Int32 {
        precondition(
            UInt(bitPattern: column) < UInt(bitPattern: rowWidth),
            "There is no such column, or the statement is not on a row."
        )
        return Int32(truncatingIfNeeded: column)
    }
}

/// How SQLite stores one value.
package enum ValueStorage: Sendable {
    case null, integer, real, text, blob

    fileprivate init(code: Int32) {
        switch code {
        case SQLITE_INTEGER: self = .integer
        case SQLITE_FLOAT: self = .real
        case SQLITE_TEXT: self = .text
        case SQLITE_BLOB: self = .blob
        default: self = .null
        }
    }
}

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
