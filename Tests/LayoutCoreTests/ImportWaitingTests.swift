import Foundation
@testable import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// Sources that have nothing to read for a while.
@Suite struct ImportWaitingTests {
    private static let options = ImportOptions(dataset: "data", columns: ImportColumns(key: "key", height: "height"))

    @Test(
        "An import that waits for input is cancelled without a signal, and leaves nothing behind",
        .timeLimit(.minutes(1)))
    func cancelledWhileWaiting() throws {
        let test = try TestStore()
        let path = test.directory.file("pipe")
        #expect(unsafe mkfifo(path, 0o600) == 0)
        // Open for both ends, so that neither opening waits, and the pipe never ends.
        let pipe = try #require(FileHandle(forUpdatingAtPath: path))
        defer { try? pipe.close() }
        try pipe.write(contentsOf: Data("key,height\na,10\nb,20\n".utf8))
        let start = ContinuousClock.now
        let error = refusal {
            try test.store.importItems(from: .file(path), options: Self.options) { _ in
            } isCancelled: {
                ContinuousClock.now - start > .milliseconds(600)
            }
        }
        #expect(error?.code == .cancelled)
        #expect(try test.store.datasets() == [])
    }

    @Test("An import that fails lets go of what it would have read", .timeLimit(.minutes(1)))
    func failingWhileReading() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("pipe")
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let pipe = try #require(FileHandle(forUpdatingAtPath: path))
        // As long as this one is open the pipe has no end.
        let writer = try #require(FileHandle(forWritingAtPath: path))
        defer { try? writer.close() }
        // One window is full, and the next is being waited for.
        let rest = (0..<12).map { "c\($0),1\n" }.joined()
        try writer.write(contentsOf: Data(("key,height\na,10\nb,high\n" + rest).utf8))
        var job = ImportJob(Self.options)
        job.bufferSize = 64
        let store = try ImportStore()
        let error = refusal { try job.run(.file(path), on: store.connection) }
        #expect(error?.withCode == "\(path):3:3: notANumber: the height “high” is not a number")
        try pipe.close()
        // Without a reader a pipe is not opened for writing unless one waits for it.
        let deadline = ContinuousClock.now + .seconds(20)
        var isRead = true
        while isRead, ContinuousClock.now < deadline {
            let descriptor = unsafe open(path, O_WRONLY | O_NONBLOCK)
            isRead = descriptor >= 0
            if isRead { close(descriptor) }
            usleep(10_000)
        }
        #expect(!isRead)
    }
}
