internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutPlatform

/// A measurement that needs a separate process: for its peak memory, or because nothing may be in memory yet.
///
/// This program starts itself once more with the task as its arguments. The new process does the task, writes what it
/// measured into a file, and ends.
struct ChildTask {
    enum Kind: String {
        /// Imports a CSV file into a new store.
        case importItems
        /// Prepares a layout that is defined.
        case prepare
        /// Opens a store and asks for one rectangle.
        case firstRectangle
        /// Maps a file of packed sizes, lays them out in memory and returns the frames in one rectangle.
        case firstPackedRectangle
        /// Writes every two milliseconds until the item file is there, with SQLite's own busy handler; its result is
        /// the longest write.
        case writeAgainAndAgain
    }

    /// The first argument of a process that was started for a task.
    static let word = "task"

    var kind: Kind
    var storePath: String
    var layout = ""
    var itemFile = ""
    var rect = LayoutRect.zero

    /// Does the task in another process. Its result is seconds, and peak memory in bytes: NaN if that is not possible.
    func run(in directory: TemporaryDirectory) -> (seconds: Double, peakMemory: Double) {
        directory.remove("task-result")
        let result = directory.path("task-result")
        let place = [rect.x, rect.y, rect.width, rect.height].map { "\($0)" }
        _ = ProcessRunner.run(
            [CommandLine.arguments[0], Self.word, kind.rawValue, storePath, layout, itemFile, result] + place)
        let numbers = (try? BenchmarkCommand.text(of: result))?.split(separator: " ").compactMap { Double($0) } ?? []
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (.nan, .nan)
    }

    /// Lets another process write to a store every two milliseconds while `body` runs on another thread, with SQLite's
    /// own busy handler.
    ///
    /// - Returns: The seconds of its longest write; NaN if it could not be started.
    static func writing(
        to storePath: String, in directory: TemporaryDirectory, _ body: @escaping @Sendable () throws -> Void
    ) throws -> Double {
        let stop = directory.path("stop-writing")
        directory.remove("stop-writing")
        let task = ChildTask(kind: .writeAgainAndAgain, storePath: storePath, itemFile: stop)
        return try Meanwhile.run({
            // Until the process writes.
            usleep(100_000)
            defer { _ = writeFile([], at: stop) }
            try body()
        }) { _ in task.run(in: directory).seconds }
    }

    /// Does the task that another process asked for.
    ///
    /// - Parameter words: The arguments after the first one.
    static func perform(_ words: [String]) throws {
        let place = words.suffix(4).compactMap { Double($0) }
        guard words.count == 9, place.count == 4, let kind = Kind(rawValue: words[0]) else {
            throw BenchmarkError("no task “\(words.first ?? "")”")
        }
        let task = ChildTask(
            kind: kind, storePath: words[1], layout: words[2], itemFile: words[3],
            rect: LayoutRect(x: place[0], y: place[1], width: place[2], height: place[3]))
        let time = try kind == .writeAgainAndAgain ? task.write() : elapsed { try task.perform() }
        guard writeFile(Array("\(time) \(PeakMemory.bytes)".utf8), at: words[4]) else {
            throw BenchmarkError("\(words[4]) cannot be written: \(systemMessage(errno))")
        }
    }

    private func perform() throws {
        switch kind {
        case .importItems: try DataSet.make(at: storePath, from: itemFile, .singleSection(0))
        case .prepare: try withStore { try $0.prepare(layout) }
        case .firstRectangle: try withStore { _ = try $0.layout(layout).layoutAttributesForElements(in: rect) }
        case .firstPackedRectangle: _ = try PackedSizes.mapping(storePath) { PackedTable($0).frames(in: rect) }
        case .writeAgainAndAgain: break
        }
    }

    private func withStore(_ body: (LayoutStore) throws -> Void) throws {
        let store = try LayoutStore(path: storePath)
        defer { store.close() }
        try body(store)
    }

    private func write() throws -> Double {
        // Waits as SQLite's own busy handler does, in steps that grow up to a tenth of a second.
        let connection = try Connection(path: storePath, mode: .readWrite, busyTimeout: .zero)
        defer { connection.close() }
        try connection.execute("PRAGMA busy_timeout = 10000")
        var longest = 0.0
        while unsafe access(itemFile, F_OK) != 0 {
            let time = try elapsed {
                try connection.execute("UPDATE item SET height = height + 0.25 WHERE key = 'K1'")
            }
            longest = max(longest, time)
            usleep(2000)
        }
        return longest
    }
}
