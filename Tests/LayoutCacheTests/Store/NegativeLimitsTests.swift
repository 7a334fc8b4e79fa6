import LayoutSQLite
import Testing
@testable import LayoutCache

/// What a configuration refuses.
@Suite struct NegativeLimitsTests {
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
}
