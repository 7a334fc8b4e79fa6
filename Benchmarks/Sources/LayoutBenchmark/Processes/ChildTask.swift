internal import LayoutText
internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutPlatform

/// A measurement that needs a separate process: for its peak memory, or because nothing may be in memory yet.
///
/// This program starts itself once more with the task in an environment variable. The new process does the task, writes
/// what it measured into a file, and ends.
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

    struct Result {
        var seconds: Double
        /// In bytes; nil if the system does not report it.
        var peakMemory: Int?
    }

    private static let variable = "LAYOUT_BENCHMARK_TASK"

    var kind: Kind
    var storePath: String
    var layout = ""
    var itemFile = ""
    var rect = LayoutRect.zero

    /// Does the task in another process; nil if that is not possible.
    func run(command: [String], in directory: TemporaryDirectory) throws -> Result? {
        let name = "task-result.json"
        directory.remove(name)
        let resultPath = directory.path(name)
        guard ProcessRunner.run(command, environment: [Self.variable: json(resultPath: resultPath)]) == 0 else {
            return nil
        }
        guard let text = try? BenchmarkCommand.text(of: resultPath),
            let result = try? JSONValue(parsing: text), let seconds = result.number("seconds")
        else { return nil }
        return Result(seconds: seconds, peakMemory: result.number("peakMemory").map { Int($0) })
    }

    /// Has another process write to a store every two milliseconds while `body` runs on another thread, with SQLite's
    /// own busy handler.
    ///
    /// - Returns: The seconds of its longest write; nil if it could not be started.
    static func writing(
        to storePath: String, command: [String], in directory: TemporaryDirectory,
        _ body: @escaping @Sendable () throws -> Void
    ) throws -> Double? {
        let stop = directory.path("stop-writing")
        directory.remove("stop-writing")
        let task = ChildTask(kind: .writeAgainAndAgain, storePath: storePath, itemFile: stop)
        return try Meanwhile.run({
            // Until the process writes.
            usleep(100_000)
            defer { close(unsafe open(stop, O_CREAT | O_WRONLY, 0o600)) }
            try body()
        }) { _ in try task.run(command: command, in: directory)?.seconds }
    }

    /// Does the task that another process asked for, if this one was started for it.
    static func runIfAsked() throws -> Bool {
        guard let pointer = unsafe getenv(variable) else { return false }
        let value = try JSONValue(parsing: unsafe String(cString: pointer))
        func text(_ key: String) -> String {
            if case .string(let text)? = value[key] { text } else { "" }
        }
        guard let kind = Kind(rawValue: text("kind")) else { throw BenchmarkError("no task “\(text("kind"))”") }
        let task = ChildTask(
            kind: kind, storePath: text("store"), layout: text("layout"), itemFile: text("file"),
            rect: LayoutRect(
                x: value.number("x") ?? 0, y: value.number("y") ?? 0, width: value.number("width") ?? 0,
                height: value.number("height") ?? 0))
        let seconds = try kind == .writeAgainAndAgain ? task.write() : Stopwatch().seconds { try task.perform() }
        var members = [JSONValue.Member(key: "seconds", value: .number(seconds))]
        if let peak = PeakMemory.bytes { members.append(.init(key: "peakMemory", value: .number(Double(peak)))) }
        var writer = try BufferedFileWriter(path: text("result"))
        try writer.write(JSONValue.object(members).text)
        try writer.flush()
        return true
    }

    private func perform() throws {
        switch kind {
        case .importItems:
            let shape = DataShape(items: 0, sectioning: .count(1))
            try DataSet.make(at: storePath, from: itemFile, shape)
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
            longest = max(
                longest,
                try Stopwatch().seconds {
                    try connection.execute("UPDATE item SET height = height + 0.25 WHERE key = 'K1'")
                })
            usleep(2000)
        }
        return longest
    }

    private func json(resultPath: String) -> String {
        ([
            "kind": .string(kind.rawValue), "store": .string(storePath), "layout": .string(layout),
            "file": .string(itemFile), "result": .string(resultPath), "x": .number(rect.x), "y": .number(rect.y),
            "width": .number(rect.width), "height": .number(rect.height),
        ] as JSONValue).text
    }
}
