import LayoutCSQLite
import LayoutCache
import LayoutSQLite
import Testing

extension ReferenceDocument {
    /// A function as SQLite lists it, with all numbers of arguments that it takes.
    struct RegisteredFunction: Hashable {
        var name: String
        /// The columns of a table-valued function; empty for one that returns a value.
        var columns: [String]
        /// The names of a table-valued function's arguments.
        var arguments: [String]
    }

    /// The functions that the extension adds to a connection, in alphabetical order.
    static func registeredFunctions() throws -> [RegisteredFunction] {
        var opened: OpaquePointer?
        #expect(unsafe sqlite3_open(":memory:", &opened) == SQLITE_OK)
        let handle = try unsafe #require(opened)
        defer { unsafe sqlite3_close(handle) }
        let connection = unsafe Connection(borrowing: handle)
        defer { connection.close() }
        func names(_ sql: String) throws -> Set<String> {
            var names: Set<String> = []
            try connection.forEachRow(sql) { names.insert($0.stringOrEmpty(0)) }
            // Modules of pragmas are listed from their first use on. Statements of the functions read `column_batch`.
            return names.filter { !$0.hasPrefix("pragma_") && $0 != "column_batch" }
        }
        let lists = ["SELECT name FROM pragma_module_list", "SELECT name FROM pragma_function_list"]
        let before = try lists.map(names)
        unsafe try LayoutFunctions.register(on: handle)
        let added = try zip(lists, before).map { try names($0).subtracting($1) }
        let values = added[1].map { RegisteredFunction(name: $0, columns: [], arguments: []) }
        let tables = try added[0].map { name in
            var function = RegisteredFunction(name: name, columns: [], arguments: [])
            try connection.forEachRow("SELECT name, hidden FROM pragma_table_xinfo(?1)", name) { row in
                let column = row.stringOrEmpty(0)
                if row.int(1) == 0 { function.columns.append(column) } else { function.arguments.append(column) }
            }
            return function
        }
        return (values + tables).sorted { $0.name < $1.name }
    }

    static func functions() throws -> String {
        var text = """
            The loadable extension adds these functions to a connection; `layoutctl extension` prints the line that
            loads it, and `LayoutFunctions.register(on:)` adds them in Swift. They work inside the caller's
            transaction. A file that is not a store is rejected. If there is nothing to return, they return no row
            or NULL.


            """
        // The columns of a function that has the same ones as a view, or as a function before it, are not repeated.
        var described = try publicTables().filter(\.isView).map { (name: $0.name, columns: $0.columns.map(\.name)) }
        for function in try registeredFunctions() {
            let meaning = try #require(FunctionMeaning.all[function.name], "\(function.name) has no entry")
            let forms = meaning.forms.map { "`\($0)`" }.joined(separator: " or ")
            text += "### \(function.name)\n\n\(forms)\n\n\(meaning.purpose)"
            if !function.columns.isEmpty {
                let twin = described.first { $0.columns == function.columns }?.name
                let names = twin.map { "as of [`\($0)`](#\($0))" }
                text += " Columns: " + (names ?? function.columns.map { "`\($0)`" }.joined(separator: ", ")) + "."
                described.append((function.name, function.columns))
            }
            text += "\n\n"
            text += "```sql\n\(meaning.example)\n```\n\n"
        }
        return text
    }
}
