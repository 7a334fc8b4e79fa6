import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// What a configuration refuses, and what is said where nothing follows a table.
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

    @Test("Where no data set follows a table, taking out all takes out none, and one that is named is not there")
    func adoptions() throws {
        let test = try TestStore.ofTwoSections()
        test.store.close()
        let path = test.directory.file("store.db")
        let removed = try LayoutStore.removeAdoptions(at: path)
        #expect(removed.datasets.isEmpty && !removed.isStoreRemoved)
        let error = #expect(throws: LayoutError.self) { try LayoutStore.removeAdoptions(at: path, of: "data") }
        #expect(error?.code == .notFound)
        #expect(error?.message == "there is no such adoption; no data set follows a table")
        #expect(throws: LayoutError.self) { try LayoutStore.removeAdoptions(at: path, table: "t") }
    }
}
