/// A request as it came, nothing decoded.
struct HTTPRequest: Sendable {
    var method: String
    var target: String
    /// Names are in lower case.
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    var isTooLarge = false
    /// The descriptor of its connection; nil if it has none.
    var connection: Int32?

    var path: Substring { target.prefix { $0 != "?" } }
    var query: Substring { target.drop { $0 != "?" }.dropFirst() }

    func has(_ name: String) -> Bool { headers.contains { $0.name == name } }

    /// The value of a header; nil if it was not sent, or several times.
    func header(_ name: String) -> String? {
        let values = headers.filter { $0.name == name }
        return values.count == 1 ? values[0].value : nil
    }
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
        request.headers = headers.map { ($0.name, $0.name == "host" ? String(authority) : $0.value) }
        return request
    }

    var acceptsGzip: Bool {
        guard let codings = header("accept-encoding") else { return false }
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
        guard let known = header("if-none-match") else { return false }
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
