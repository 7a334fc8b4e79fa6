enum DataURL {
    /// nil for a text that is not a data URL, or a broken one.
    static func bytes(_ text: String) -> [UInt8]? {
        let utf8 = text.utf8
        guard text.prefix(5).lowercased() == "data:", let comma = utf8.firstIndex(of: UInt8(ascii: ",")) else {
            return nil
        }
        let isBase64 = String(decoding: utf8[..<comma], as: UTF8.self).lowercased().hasSuffix(";base64")
        guard let plain = PercentEncoding.decode(utf8[utf8.index(after: comma)...]) else { return nil }
        return isBase64 ? base64Decoded(plain) : plain
    }

    private static func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count / 4 * 3)
        var (bits, count) = (UInt32(0), 0)
        for byte in text {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
            case UInt8(ascii: "="), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
            default: return nil
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return decoded
    }
}

enum PercentEncoding {
    /// The bytes of a part of an address; nil if a % is not followed by two hexadecimal digits.
    ///
    /// - Parameter isForm: Whether a plus sign is a space, as in a query, and not in a path (RFC 3986, section 3.3).
    static func decode(_ bytes: Substring.UTF8View.SubSequence, isForm: Bool = false) -> [UInt8]? {
        var decoded: [UInt8] = []
        var rest = bytes
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
