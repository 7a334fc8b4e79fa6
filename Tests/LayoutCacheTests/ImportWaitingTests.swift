import Foundation
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Sources that have nothing to read for a while.
@Suite struct ImportWaitingTests {
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
        var options = ImportOptions(dataset: "data")
        options.columns.key = "key"
        options.columns.height = "height"
        let start = ContinuousClock.now
        let error = #expect(throws: LayoutError.self) {
            try test.store.importItems(from: .file(path), options: options) {
                _ in
            } isCancelled: {
                ContinuousClock.now - start > .milliseconds(600)
            }
        }
        #expect(error?.code == .cancelled)
        #expect(try test.store.datasets() == [])
    }
}
