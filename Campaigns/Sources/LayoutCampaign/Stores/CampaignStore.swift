internal import Foundation
internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

enum CampaignStore {
    /// Bands so small that a few dozen items make many of them, and a first preparation several slices.
    static func open(_ path: String, mode: LayoutStore.Mode = .create) throws -> LayoutStore {
        try LayoutStore(path: path, mode: mode, limits: BandLimits(target: 8, maximum: 16, minimum: 2, slice: 40))
    }

    /// Calls `body` with a store, which is closed afterwards.
    @discardableResult
    static func at<T>(_ path: String, mode: LayoutStore.Mode = .create, _ body: (LayoutStore) throws -> T) throws -> T {
        let store = try open(path, mode: mode)
        defer { store.close() }
        return try body(store)
    }
}

/// A database and the files beside it.
enum StoreFiles {
    static func directory(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    static func remove(_ path: String) {
        for suffix in DatabaseFiles.suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Copies a database with its log, over any existing one.
    static func copy(_ path: String, to other: String) throws {
        remove(other)
        for suffix in ["", "-wal", "-journal"] where exists(path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: other + suffix)
        }
    }

    static func execute(_ statements: String, on path: String) throws {
        try Connection.at(path) { try $0.execute(statements) }
    }

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
}
