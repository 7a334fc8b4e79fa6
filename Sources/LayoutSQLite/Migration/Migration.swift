/// One step of a schema's history: text that never changes once it has shipped.
package struct Migration: Sendable, Hashable {
    /// The name of the step in the file's record, such as `0001-items`.
    package let identifier: String

    /// One or several statements. They run inside a transaction.
    package let sql: String

    package init(identifier: String, sql: String) {
        self.identifier = identifier
        self.sql = sql
    }

    /// The text's fingerprint: 16 hexadecimal digits.
    package var checksum: String {
        // Through an array, whose bytes are read three times as fast as a text's.
        let digits = String(fingerprint(of: Array(sql.utf8)), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
