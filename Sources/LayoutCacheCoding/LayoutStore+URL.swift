public import Foundation
public import LayoutCache

extension LayoutStore {
    /// Opens the store in the file at a URL, and brings its schema up to date unless it is opened to read only.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for a URL of another scheme, and what
    ///   ``LayoutStore/init(path:mode:configuration:)`` throws.
    public convenience init(url: URL, mode: Mode = .create, configuration: Configuration = Configuration()) throws {
        try self.init(path: Self.path(of: url), mode: mode, configuration: configuration)
    }

    /// Opens the store in the file at a URL, and creates it again if it is damaged beyond repair.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for a URL of another scheme, and what
    ///   ``LayoutStore/openOrRecreate(path:configuration:)`` throws.
    public static func openOrRecreate(
        url: URL, configuration: Configuration = Configuration()
    ) throws -> (store: LayoutStore, isRecreated: Bool) {
        try openOrRecreate(path: path(of: url), configuration: configuration)
    }

    /// Opens the store in the file at a URL, and creates it again if it is damaged beyond repair, on another thread.
    public static func openOrRecreate(
        url: URL, configuration: Configuration = Configuration()
    ) async throws -> (store: LayoutStore, isRecreated: Bool) {
        try await openOrRecreate(path: path(of: url), configuration: configuration)
    }

    /// Deletes the store in the file at a URL.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for a URL of another scheme, and what
    ///   ``LayoutStore/destroy(at:)-(String)`` throws.
    public static func destroy(at url: URL) throws { try destroy(at: path(of: url)) }

    /// Deletes the store in the file at a URL, on another thread.
    public static func destroy(at url: URL) async throws { try await destroy(at: path(of: url)) }

    private static func path(of url: URL) throws -> String {
        guard url.isFileURL else {
            throw LayoutError(
                .invalidArgument, "\(url.absoluteString) is not the URL of a file",
                advice: "Create it with URL(filePath:).")
        }
        return url.path(percentEncoded: false)
    }
}
