internal import LayoutCache
internal import LayoutCacheTools

extension BrowserSite {
    /// The pixels of the largest picture that a browser is asked to decode.
    private static let pixelLimit = 64_000_000

    /// The picture of an item: bytes of the store, of a data URL or of a file, under a policy that runs nothing in it.
    /// An address on another host is answered with a redirection, if the network is allowed.
    func image(_ query: QueryParameters, _ request: HTTPRequest) throws -> HTTPAnswer {
        let original = query.optionalText("original") == "1" ? options.fields.original : nil
        guard let field = original ?? options.fields.image else {
            throw HTTPFault(404, "no pictures are shown; see --image")
        }
        let section = try query.integer("section", in: 0...Int.max)
        let item = try query.integer("item", in: 0...Int.max)
        guard let image = try layout(of: query).image(of: ItemIndexPath(section: section, item: item), field: field)
        else {
            throw HTTPFault(404, "the item \(section)/\(item) has no picture")
        }
        switch image {
        case .bytes(let bytes): return try Self.picture(bytes, SHA256.base64(of: bytes), request)
        case .text(let text):
            if let bytes = DataURL.bytes(text) {
                return try Self.picture(bytes, SHA256.base64(of: bytes), request)
            }
            if let scheme = text.firstRange(of: "://"),
                scheme.lowerBound < text.utf8.index(text.startIndex, offsetBy: min(12, text.utf8.count))
            {
                return try redirection(to: text)
            }
            guard let images = options.images else {
                throw HTTPFault(404, "the picture is a file; --images names its folder")
            }
            let (bytes, tag) = try images.picture(at: text)
            return try Self.picture(bytes, tag, request)
        }
    }

    private func redirection(to address: String) throws(HTTPFault) -> HTTPAnswer {
        guard options.allowsNetwork else {
            throw HTTPFault(403, "the picture is on another host; --allow-network loads it")
        }
        let lower = address.lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://"),
            address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), address.utf8.count <= 4096
        else { throw HTTPFault(404, "the address of the picture is not a URL of the web") }
        return HTTPAnswer(
            status: 307, contentType: "text/plain", body: [],
            headers: Self.common + [("Location", address), ("Content-Security-Policy", "default-src 'none'")])
    }

    private static func picture(
        _ bytes: [UInt8], _ tag: String, _ request: HTTPRequest
    ) throws(HTTPFault) -> HTTPAnswer {
        guard bytes.count <= ImageDirectory.sizeLimit else {
            throw HTTPFault(413, "the picture is larger than \(ImageDirectory.sizeLimit >> 20) MB")
        }
        guard let kind = ImageKind(bytes) else { throw HTTPFault(415, "the item's picture is not a picture") }
        if let size = kind.size(of: bytes),
            size.width.multipliedReportingOverflow(by: size.height).partialValue > pixelLimit
        {
            throw HTTPFault(413, "the picture has more than \(pixelLimit / 1_000_000) million pixels")
        }
        // The browser keeps the picture, and asks whether it is still the item's.
        let headers =
            common.filter { $0.0 != "Cache-Control" } + [
                ("Cache-Control", "private, no-cache"), ("ETag", "\"\(tag)\""),
                ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
            ]
        let isKnown = request.knows(tag)
        return HTTPAnswer(
            status: isKnown ? 304 : 200, contentType: kind.rawValue, body: isKnown ? [] : bytes, headers: headers)
    }
}
