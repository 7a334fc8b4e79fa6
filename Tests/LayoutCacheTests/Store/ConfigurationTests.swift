import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// The settings of a configuration, and its refusals.
@Suite struct ConfigurationTests {
    @Test("A negative limit is refused by its name, and one of nothing is not")
    func limits() throws {
        func message(_ change: (inout LayoutStore.Configuration) -> Void) -> String? {
            var configuration = LayoutStore.Configuration()
            change(&configuration)
            let error = #expect(throws: LayoutError.self) { _ = try configuration.poolConfiguration() }
            #expect(error?.code == .invalidArgument)
            return error?.message
        }
        #expect(message { $0.readerMappedBytes = -1 } == "readerMappedBytes is -1; it cannot be negative")
        #expect(message { $0.cacheBytes = -2 } == "cacheBytes is -2; it cannot be negative")
        #expect(message { $0.logLimitBytes = -3 } == "logLimitBytes is -3; it cannot be negative")
        #expect(message { $0.busyTimeout = .seconds(-1) }?.hasPrefix("busyTimeout is -1") == true)
        var configuration = LayoutStore.Configuration()
        configuration.readerMappedBytes = 0
        configuration.cacheBytes = 0
        configuration.logLimitBytes = 0
        configuration.busyTimeout = .zero
        let pool = try configuration.poolConfiguration()
        #expect(pool.readerMappedBytes == 0 && pool.cacheBytes == 0 && pool.logLimitBytes == 0)
        #expect(pool.busyTimeout == .zero)
    }

    @Test("A configuration's settings reach the connections")
    func settings() throws {
        var configuration = LayoutStore.Configuration()
        configuration.busyTimeout = .milliseconds(1234)
        configuration.readerMappedBytes = 1 << 21
        configuration.cacheBytes = 3 << 20
        configuration.logLimitBytes = 5 << 20
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
        configuration.checkpointing = .inBackground
        let store = try LayoutStore(path: scratch.file("s.db"), configuration: configuration)
        let mapped = try store.pool.read { try $0.first("PRAGMA mmap_size", as: Int.self) }
        let cached = try store.pool.read { try $0.first("PRAGMA cache_size", as: Int.self) }
        #expect(mapped == 1 << 21 && cached == -(3 << 10))
    }
}
