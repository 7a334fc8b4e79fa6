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
