internal import LayoutCSQLite
internal import LayoutCSQLiteShim

// Bindings last until they are replaced or the statement is reset. None of these functions can
// fail, except for want of memory, which the next step reports.
extension Statement {
    /// Binds an integer.
    @usableFromInline package func bind(_ value: Int64, at index: Int) {
        checkBinding(unsafe sqlite3_bind_int64(handle, Int32(index), value), at: index)
    }

    /// Binds an integer.
    @usableFromInline package func bind(_ value: Int, at index: Int) {
        bind(Int64(value), at: index)
    }

    /// Binds a number; NaN is bound as NULL, since SQLite cannot represent it.
    @usableFromInline package func bind(_ value: Double, at index: Int) {
        checkBinding(unsafe sqlite3_bind_double(handle, Int32(index), value), at: index)
    }

    /// Binds 1 for true and 0 for false.
    @usableFromInline package func bind(_ value: Bool, at index: Int) {
        bind(value ? 1 : 0 as Int64, at: index)
    }

    /// Binds a copy of a text.
    @usableFromInline package func bind(_ value: String, at index: Int) {
        var value = value
        value.withUTF8 { bytes in
            unsafe bindText(bytes: UnsafeRawBufferPointer(bytes), at: index)
        }
    }

    /// Binds NULL.
    @usableFromInline package func bindNull(at index: Int) {
        checkBinding(unsafe sqlite3_bind_null(handle, Int32(index)), at: index)
    }

    /// Binds an integer, or NULL for nil.
    @usableFromInline package func bind(_ value: Int64?, at index: Int) {
        if let value { bind(value, at: index) } else { bindNull(at: index) }
    }

    /// Binds a copy of a text, or NULL for nil.
    @usableFromInline package func bind(_ value: String?, at index: Int) {
        if let value { bind(value, at: index) } else { bindNull(at: index) }
    }
}

extension Statement {
    /// Binds a copy of the value in a column of another statement's row, in its stored type.
    package func bind(_ column: Int, of row: Statement, at index: Int) {
        checkBinding(
            unsafe sqlite3_bind_value(handle, Int32(index), sqlite3_column_value(row.handle, Int32(column))), at: index)
    }
}

extension Statement {
    /// Binds a copy of a text in UTF-8, which is not checked.
    package func bindText(bytes: Span<UInt8>, at index: Int) {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe bindText(bytes: bytes, at: index)
        }
    }

    /// Binds a copy of a text in UTF-8, which is not checked.
    package func bindText(bytes: UnsafeRawBufferPointer, at index: Int) {
        // Without an address SQLite would bind NULL.
        let code =
            unsafe bytes.count == 0
            ? layout_bind_text_copying(handle, Int32(index), "", 0)
            : layout_bind_text_copying(handle, Int32(index), bytes.baseAddress, Self.length(bytes))
        checkBinding(code, at: index)
    }

    /// Binds a copy of some bytes.
    @usableFromInline package func bindBlob(bytes: Span<UInt8>, at index: Int) {
        let code = unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.count == 0
                ? sqlite3_bind_zeroblob(handle, Int32(index), 0)
                : layout_bind_blob_copying(handle, Int32(index), bytes.baseAddress, Self.length(bytes))
        }
        checkBinding(code, at: index)
    }

    /// SQLite's lengths are 32 bits wide; more than it could hold anyway is refused by SQLite.
    private static func length(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        Int32(clamping: bytes.count)
    }
}
