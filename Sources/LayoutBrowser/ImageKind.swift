package import LayoutCacheTools
internal import LayoutText

/// The picture formats of the page, recognized by their first bytes and not by a name.
enum ImageKind: String, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
    case avif = "image/avif"
    case bmp = "image/bmp"
    case svg = "image/svg+xml"

    /// The format of a picture; nil for anything else.
    init?(_ bytes: [UInt8]) {
        func has(_ text: String, at start: Int) -> Bool {
            bytes.count >= start + text.utf8.count && bytes[start...].prefix(text.utf8.count).elementsEqual(text.utf8)
        }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftypavif", at: 4) || has("ftypavis", at: 4) {
            self = .avif
        } else if has("BM", at: 0), bytes.count > 26 {
            self = .bmp
        } else if Self.isSVG(bytes) {
            self = .svg
        } else {
            return nil
        }
    }

    /// The pixels of the largest picture that a browser is asked to decode.
    private static let pixelLimit = 64_000_000

    /// The format of a picture that may be shown.
    ///
    /// - Throws: ``HTTPFault`` 413 for one that is too large, 415 for what is no picture.
    init(checking bytes: [UInt8]) throws(HTTPFault) {
        guard bytes.count <= ImageDirectory.sizeLimit else {
            throw HTTPFault(413, "the picture is larger than \(ImageDirectory.sizeLimit >> 20) MB")
        }
        guard let kind = ImageKind(bytes) else { throw HTTPFault(415, "the item's picture is not a picture") }
        if let size = kind.size(of: bytes),
            size.width.multipliedReportingOverflow(by: size.height).partialValue > Self.pixelLimit
        {
            throw HTTPFault(413, "the picture has more than \(Self.pixelLimit / 1_000_000) million pixels")
        }
        self = kind
    }

    /// Text whose first element is svg, after declarations and comments. The browser draws it as a picture, in which
    /// no script runs.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        guard
            let text = String(
                validating: bytes.prefix(4096).dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0), as: UTF8.self)
        else { return false }
        var rest = text[...]
        while true {
            rest = rest.drop { $0.isWhitespace }
            if rest.hasPrefix("<?"), let end = rest.firstRange(of: "?>") {
                rest = rest[end.upperBound...]
            } else if rest.hasPrefix("<!--"), let end = rest.firstRange(of: "-->") {
                rest = rest[end.upperBound...]
            } else if rest.hasPrefix("<!DOCTYPE svg"), let end = rest.firstRange(of: ">") {
                rest = rest[end.upperBound...]
            } else {
                let name = rest.dropFirst(4).first
                return rest.hasPrefix("<svg") && (name == ">" || name == "/" || name?.isWhitespace == true)
            }
        }
    }

    /// The width and height that a picture claims; nil if its first bytes do not contain them.
    func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        func big(_ at: Int, _ count: Int) -> Int? {
            guard bytes.count >= at + count else { return nil }
            return bytes[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) }
        }
        func little(_ at: Int, _ count: Int) -> Int? {
            guard bytes.count >= at + count else { return nil }
            return bytes[at..<(at + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        switch self {
        case .png: return big(16, 4).flatMap { width in big(20, 4).map { (width, $0) } }
        case .gif: return little(6, 2).flatMap { width in little(8, 2).map { (width, $0) } }
        case .bmp:
            return little(18, 4).flatMap { width in little(22, 4).map { (width, $0 > 1 << 31 ? 1 << 32 - $0 : $0) } }
        case .jpeg: return Self.jpegSize(bytes, big)
        case .webp, .avif, .svg: return nil
        }
    }

    /// The frame header of a JPEG, found by going from segment to segment.
    private static func jpegSize(_ bytes: [UInt8], _ big: (Int, Int) -> Int?) -> (width: Int, height: Int)? {
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return big(place + 7, 2).flatMap { width in big(place + 5, 2).map { (width, $0) } }
            }
            guard let length = big(place + 2, 2), length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }
}

extension ItemDetails.Image {
    /// The bytes of a picture in the store, a data URL or a file, and its entity tag; nil for one on another host.
    func content(in images: ImageDirectory?) throws(HTTPFault) -> (bytes: [UInt8], tag: String)? {
        switch self {
        case .bytes(let bytes): return (bytes, bytes.fingerprint)
        case .text(let text):
            if let bytes = DataURL.bytes(text) { return (bytes, bytes.fingerprint) }
            if let scheme = text.firstRange(of: "://"),
                scheme.lowerBound < text.utf8.index(text.startIndex, offsetBy: min(12, text.utf8.count))
            {
                return nil
            }
            guard let images else { throw HTTPFault(404, "the picture is a file; --images names its folder") }
            return try images.picture(at: text)
        }
    }

    /// The picture as a data URL, for a drawing that stands alone; nil if there is none that the page would show.
    package func dataURL(in images: ImageDirectory?) -> String? {
        guard let bytes = try? content(in: images)?.bytes, let kind = try? ImageKind(checking: bytes) else {
            return nil
        }
        return "data:\(kind.rawValue);base64,\(Base64.encoded(bytes))"
    }
}

extension Sequence<UInt8> {
    /// A short text that changes with the bytes: FNV-1a, of 64 bits.
    var fingerprint: String {
        String(reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }
}

private enum DataURL {
    /// nil for a text that is not a data URL, or a broken one.
    static func bytes(_ text: String) -> [UInt8]? {
        let utf8 = text.utf8
        guard text.prefix(5).lowercased() == "data:", let comma = utf8.firstIndex(of: UInt8(ascii: ",")) else {
            return nil
        }
        let isBase64 = String(decoding: utf8[..<comma], as: UTF8.self).lowercased().hasSuffix(";base64")
        guard let plain = utf8[utf8.index(after: comma)...].percentDecoded() else { return nil }
        return isBase64 ? Base64.decoded(plain) : plain
    }
}

/// Bytes as text (RFC 4648, section 4).
private enum Base64 {
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
