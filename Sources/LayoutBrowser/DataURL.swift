enum DataURL {
    /// nil for a text that is not a data URL, or a broken one.
    static func bytes(_ text: String) -> [UInt8]? {
        let utf8 = text.utf8
        guard text.prefix(5).lowercased() == "data:", let comma = utf8.firstIndex(of: UInt8(ascii: ",")) else {
            return nil
        }
        let isBase64 = String(decoding: utf8[..<comma], as: UTF8.self).lowercased().hasSuffix(";base64")
        guard let plain = PercentEncoding.decode(utf8[utf8.index(after: comma)...]) else { return nil }
        return isBase64 ? Base64.decoded(plain) : plain
    }
}

/// Bytes as text (RFC 4648, section 4).
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encoded(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let group = part.reduce(0 as Int) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0..<4 {
                let digit = digits[group >> (18 - 6 * place) & 63]
                text.append(place <= part.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// nil for text with other characters.
    static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        // Of addresses.
        (values[Int(UInt8(ascii: "-"))], values[Int(UInt8(ascii: "_"))]) = (62, 63)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count / 4 * 3)
        var (bits, count) = (UInt32(0), 0)
        for byte in text where !"= \n\r".utf8.contains(byte) {
            guard let value = values[Int(byte)] else { return nil }
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
