internal import LayoutSQLite

extension LayoutStore {
    /// The progress of a copy.
    public struct CopyProgress: Sendable, Equatable {
        /// The number of pages copied.
        public var pagesCopied: Int
        /// The number of the file's pages.
        public var pagesTotal: Int
    }

    /// Copies one state of the store into a new file, while it is in use.
    ///
    /// The copy is an independent store, including prepared layouts. It appears under its name when it is complete.
    ///
    /// - Parameters:
    ///   - path: A path, or the text of a file URL.
    ///   - progress: Called after each megabyte; an error that it throws ends the copying.
    /// - Throws: ``LayoutError`` `exists` if a file of that name exists; `cannotOpen` and `diskFull` if it cannot be
    ///   written, `cancelled`. No file is left behind.
    /// - Complexity: O(file). The write-ahead log cannot be truncated until then.
    public func backup(to path: String, progress: (CopyProgress) throws -> Void = { _ in }) throws {
        let path = try requireFree(path)
        try pool.copy(to: path) { try progress(CopyProgress(pagesCopied: $0, pagesTotal: $1)) }
    }

    /// Copies one state of the store into a new file, on another thread.
    ///
    /// - Complexity: O(file).
    public func backup(to path: String, progress: @escaping @Sendable (CopyProgress) throws -> Void = { _ in })
        async throws
    {
        let path = try requireFree(path)
        try await pool.copy(to: path) { try progress(CopyProgress(pagesCopied: $0, pagesTotal: $1)) }
    }

    private func requireFree(_ text: String) throws -> String {
        let path = try StorePath.resolve(text)
        guard DatabaseFiles.isTaken(path) else { return path }
        throw LayoutError(.exists, "there is a file at \(path) already")
    }
}
