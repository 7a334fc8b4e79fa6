import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The settings of a configuration, and its refusals.
@Suite struct ConfigurationTests {
    @Test("A negative limit is refused by its name, and one of nothing is not")
    func limits() throws {
        func message(_ change: (inout LayoutStore.Configuration) -> Void) -> String? {
            var configuration = LayoutStore.Configuration()
            change(&configuration)
            return refusal { try configuration.poolConfiguration() }?.withCode
        }
        let words = "it cannot be negative"
        #expect(message { $0.readerMappedBytes = -1 } == "invalidArgument: readerMappedBytes is -1; \(words)")
        #expect(message { $0.cacheBytes = -2 } == "invalidArgument: cacheBytes is -2; \(words)")
        #expect(message { $0.logLimitBytes = -3 } == "invalidArgument: logLimitBytes is -3; \(words)")
        #expect(message { $0.busyTimeout = .seconds(-1) }?.hasPrefix("invalidArgument: busyTimeout is -1") == true)
        let least = LayoutStore.Configuration(busyTimeout: .zero, readerMappedBytes: 0, cacheBytes: 0, logLimitBytes: 0)
        let pool = try least.poolConfiguration()
        #expect(pool.readerMappedBytes == 0 && pool.cacheBytes == 0 && pool.logLimitBytes == 0)
        #expect(pool.busyTimeout == .zero)
    }

    @Test("A configuration's settings reach the connections")
    func settings() throws {
        var configuration = LayoutStore.Configuration(
            busyTimeout: .milliseconds(1234), readerMappedBytes: 1 << 21, cacheBytes: 3 << 20, logLimitBytes: 5 << 20)
        for (checkpointing, isInBackground) in [
            (LayoutStore.Configuration.CheckpointPolicy.byOthers, false), (.inBackground, true),
        ] {
            configuration.checkpointing = checkpointing
            let pool = try configuration.poolConfiguration()
            #expect(pool.busyTimeout == .milliseconds(1234) && pool.readerMappedBytes == 1 << 21)
            #expect(pool.cacheBytes == 3 << 20 && pool.logLimitBytes == 5 << 20)
            #expect((pool.checkpointing == .inBackground) == isInBackground)
        }
        let scratch = try ScratchDirectory()
        let store = try LayoutStore(path: scratch.file("s.db"), configuration: configuration)
        #expect(try store.first("PRAGMA mmap_size", as: Int.self) == 1 << 21)
        #expect(try store.first("PRAGMA cache_size", as: Int.self) == -(3 << 10))
    }
}
