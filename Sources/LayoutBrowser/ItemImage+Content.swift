package import LayoutCacheTools

extension ItemImage {
    /// The bytes of a picture in the store, a data URL or a file, and its entity tag; nil for one on another host.
    func content(in images: ImageDirectory?) throws(HTTPFault) -> (bytes: [UInt8], tag: String)? {
        switch self {
        case .bytes(let bytes): return (bytes, Fingerprint.text(of: bytes))
        case .text(let text):
            if let bytes = DataURL.bytes(text) { return (bytes, Fingerprint.text(of: bytes)) }
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

/// A short text that changes with bytes: FNV-1a, of 64 bits.
enum Fingerprint {
    static func text(of bytes: some Sequence<UInt8>) -> String {
        String(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }
}
