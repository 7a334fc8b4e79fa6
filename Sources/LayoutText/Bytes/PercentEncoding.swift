extension Substring.UTF8View {
    /// The bytes of a part of an address; nil if a % is not followed by two hexadecimal digits.
    ///
    /// - Parameter isForm: Whether a plus sign is a space, as in a query, and not in a path (RFC 3986, section 3.3).
    package func percentDecoded(isForm: Bool = false) -> [UInt8]? {
        var decoded: [UInt8] = []
        var rest = self
        func digit() -> UInt8? {
            rest.popFirst().flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
        }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where isForm: decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = digit(), let low = digit() else { return nil }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return decoded
    }
}
