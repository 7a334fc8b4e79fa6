import Foundation
import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// A writer in another process with SQLite's own busy handler, which sleeps while it waits.
@Suite struct OtherProcessTests {
    private static let writer = """
        import sqlite3, sys, time, os
        database, stop, result = sys.argv[1:]
        connection = sqlite3.connect(database, timeout=60, isolation_level=None)
        longest, count = 0, 0
        print("ready", flush=True)
        parent = os.getppid()
        while not os.path.exists(stop) and os.getppid() == parent:
            start = time.monotonic()
            connection.execute("UPDATE item SET height = height + 0.25 WHERE key = 'k1'")
            longest = max(longest, time.monotonic() - start)
            count += 1
            time.sleep(0.002)
        open(result, "w").write(f"{longest * 1000:.0f} {count}")
        """

    @Test(
        "A writer of another process gets its turns while a preparation runs",
        .enabled(if: Shell.python != nil, "there is no Python"), .timeLimit(.minutes(5)))
    func longestWait() throws {
        let python = try #require(Shell.python)
        let directory = try ScratchDirectory()
        let store = try LayoutStore(path: directory.file("store.db"))
        let items = (0..<200_000).map { SourceItem(section: "s\($0 / 100)", key: "k\($0)", width: 50, height: 50) }
        try store.importItems(items, options: ImportOptions(dataset: "data"))
        // The milliseconds are the benchmark's matter. Here it must not wait for most of a preparation, whatever else
        // the machine does. The best of some preparations counts: a busy machine lets either process sleep.
        var shares: [Double] = []
        for round in 0..<6 where shares.allSatisfy({ $0 > 0.5 }) {
            let (stop, result) = (directory.file("stop\(round)"), directory.file("result\(round)"))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: python)
            process.arguments = ["-c", Self.writer, store.path, stop, result]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            _ = output.fileHandleForReading.availableData
            try store.define("wall\(round)", #"{"layout":"flow"}"#, 390, 844)
            let start = ContinuousClock.now
            try store.prepare("wall\(round)")
            let duration = ContinuousClock.now - start
            try Data().write(to: URL(fileURLWithPath: stop))
            process.waitUntilExit()
            let words = try String(contentsOfFile: result, encoding: .utf8).split(separator: " ").compactMap { Int($0) }
            #expect(words.count == 2 && words[1] > 2)
            shares.append(.milliseconds(words[0]) / duration)
        }
        #expect(shares.contains { $0 <= 0.5 }, "\(shares)")
    }
}
