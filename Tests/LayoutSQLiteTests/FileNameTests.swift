import LayoutTestSupport
import Testing

@testable import LayoutSQLite

/// Names of files that mean something to SQLite or to a URI, and nothing here.
@Suite struct FileNameTests {
    static let names = [
        "plain.db", "100%.db", "a?mode=memory", "b#c.db", "%41.db", "file:x", "ä€🌵.db", "with space.db", "q'\".db",
        "a&b=c.db", "semi;colon.db", "..db", "tab\there.db", "file:a.db?mode=memory", "\\.db",
    ]

    @Test("A file is opened by its literal name, also by way of a URI", arguments: names)
    func opens(_ name: String) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file(name)
        try Connection.at(path, .create) { try $0.execute("CREATE TABLE t (x); INSERT INTO t VALUES ('here')") }
        #expect(try scratch.names() == [name])
        for parameter in ["immutable=1", "cache=private"] {
            let connection = try Connection(readOnlyPath: path, uriParameter: parameter, busyTimeout: .zero)
            #expect(try connection.first("SELECT x FROM t", as: String.self) == "here", "\(parameter)")
            #expect(connection.isReadOnly)
            #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM t") }
            connection.close()
        }
        let connection = try Connection(path: path, mode: .readOnly)
        #expect(try connection.first("SELECT x FROM t", as: String.self) == "here")
        connection.close()
        #expect(throws: SQLiteError.self) {
            try Connection(readOnlyPath: path + "x", uriParameter: "immutable=1", busyTimeout: .zero)
        }
    }
}
