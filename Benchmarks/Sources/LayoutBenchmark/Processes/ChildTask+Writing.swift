internal import LayoutPlatform

extension ChildTask {
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
        }) { _ in
            try task.run(command: command, in: directory)?.seconds
        }
    }
}
