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

/// A fingerprint of bytes: FNV-1a with 64 bits (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>).
///
/// It finds out a change made by mistake, and is not meant to withstand a forger.
package func fingerprint(of bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = 0
    // An iterator is not specialized in debug builds. Every process that writes takes the fingerprint of the schema.
    while index < bytes.count {
        hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
        index += 1
    }
    return hash
}
