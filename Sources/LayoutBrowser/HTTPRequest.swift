/// A request as it came, nothing decoded.
struct HTTPRequest: Sendable {
    /// A header that was not sent, sent once, or sent several times.
    struct Header: Sendable {
        var value: String?
        var count = 0
    }

    var method: String
    var target: String
    var host = Header()
    var origin = Header()
    var fetchSite = Header()
    var fetchMode = Header()
    var fetchDestination = Header()
    var token = Header()
    /// `If-None-Match`.
    var knownRevision = Header()
    var acceptEncoding = Header()
    var body: [UInt8] = []
    var isTooLarge = false
    /// The descriptor of its connection; nil if it has none.
    var connection: Int32?

    var path: Substring { target.prefix { $0 != "?" } }
    var query: Substring { target.drop { $0 != "?" }.dropFirst() }
}

extension HTTPRequest {
    /// The request with a target that begins with its path. Of an absolute one, as a proxy sends it, the host counts in
    /// place of the header's (RFC 9112, section 3.2.2).
    var relative: HTTPRequest {
        guard let scheme = target.firstRange(of: "://"), ["http", "https"].contains(target[..<scheme.lowerBound]) else {
            return self
        }
        var request = self
        let authority = target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
        let rest = target[authority.endIndex...]
        request.target = rest.hasPrefix("/") ? String(rest) : "/" + rest
        request.host.value = String(authority)
        return request
    }

    var acceptsGzip: Bool {
        guard acceptEncoding.count == 1, let codings = acceptEncoding.value else { return false }
        return codings.lowercased().utf8.split(separator: UInt8(ascii: ",")).contains { coding in
            let words = coding.split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
            guard let name = words.first, name.elementsEqual("gzip".utf8) else { return false }
            // A weight of 0 refuses it (RFC 9110, section 12.4.2).
            return !words.dropFirst().contains {
                ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains(String(Substring($0)))
            }
        }
    }

    /// Whether an entity tag is one that the client has.
    func knows(_ tag: String) -> Bool {
        guard knownRevision.count == 1, let known = knownRevision.value else { return false }
        return known.utf8.split(separator: UInt8(ascii: ",")).contains { part in
            var text = Substring(part).drop { $0 == " " || $0 == "\t" }
            while text.last == " " || text.last == "\t" { text.removeLast() }
            if text == "*" { return true }
            if text.hasPrefix("W/") { text = text.dropFirst(2) }
            return text.elementsEqual("\"\(tag)\"")
        }
    }
}

struct HTTPAnswer: Sendable {
    var status = 200
    var contentType: String
    var body: [UInt8]
    var headers: [(name: String, value: String)] = []
}

/// The reason why a request cannot be answered: a status, and a sentence for the client.
struct HTTPFault: Error {
    var status: Int
    var message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static func badRequest(_ message: String) -> HTTPFault { HTTPFault(400, message) }
}
