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
