internal import LayoutCHTTP
internal import LayoutPlatform

package struct HTTPServerError: Error, Sendable { package let message: String }

/// Listens on the loopback address, and hands requests to a closure: the one door to the C library.
@safe
final class HTTPServer: Sendable {
    /// How many bytes the body of a request may have.
    static let bodyLimit = 1 << 16
    /// The seconds in which the head of a request must arrive. An idle connection is closed as well: a browser opens
    /// another one.
    static let patience = 15.0

    /// How many connections a server expects.
    enum Load: Int32 {
        /// A browser's: a thread for each, so that a long answer keeps no other waiting.
        case few = 0
        /// Connections of a proxy or of many browsers, on a few threads.
        case many = 1
    }

    typealias Handler = @Sendable (HTTPRequest) -> HTTPAnswer

    private final class Box: Sendable {
        let handler: Handler

        init(_ handler: @escaping Handler) { self.handler = handler }
    }

    /// The library's server, which any thread may stop.
    private nonisolated(unsafe) let server: OpaquePointer
    private let box: Unmanaged<Box>
    let port: Int

    /// - Parameters:
    ///   - port: 0 for any that is free.
    ///   - makeHandler: Called with the port, before the first request comes.
    /// - Throws: ``HTTPServerError`` where the library is missing, or the port cannot be had.
    init(
        port wanted: UInt16, load: Load = .few, patience: Double = patience, makeHandler: (Int) -> Handler
    ) throws(HTTPServerError) {
        var port = wanted
        let descriptor = unsafe layout_http_listen(&port)
        guard descriptor >= 0 else {
            let reason = systemMessage(errno)
            throw HTTPServerError(
                message: "cannot listen on 127.0.0.1:\(wanted): \(reason); without --port any free port is used")
        }
        self.port = Int(port)
        var failure = LayoutHTTPFailureNone
        let box = unsafe Unmanaged.passRetained(Box(makeHandler(Int(port))))
        let started = unsafe layout_http_start(
            descriptor, LayoutHTTPLimits(body: Self.bodyLimit, is_for_many: load == .many, patience: patience),
            { context, request, reply in
                let box = unsafe Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
                let request = unsafe HTTPRequest(request.pointee)
                unsafe HTTPServer.send(HTTPServer.compressed(box.handler(request), for: request), to: reply)
            }, box.toOpaque(), &failure)
        guard let started = unsafe started else {
            unsafe box.release()
            throw HTTPServerError(failure)
        }
        unsafe server = started
        unsafe self.box = box
    }

    /// Waits for the requests that are being answered, and lets go of the port. To be called once, as the last.
    func stop() {
        unsafe layout_http_stop(server)
        unsafe box.release()
    }

    /// The least length of a text that is compressed: a shorter one hardly shrinks.
    private static let leastCompressed = 500

    /// The answer with a compressed body, if that is a text and the client reads gzip.
    private static func compressed(_ answer: HTTPAnswer, for request: HTTPRequest) -> HTTPAnswer {
        guard answer.body.count >= leastCompressed,
            answer.contentType == "application/json" || answer.contentType.hasPrefix("text/")
        else { return answer }
        var answer = answer
        answer.headers.append(("Vary", "Accept-Encoding"))
        guard request.acceptsGzip else { return answer }
        let body = answer.body
        // The page is sent once and kept; data are sent often to a client that is near.
        let level: Int32 = answer.contentType == "application/json" ? 3 : 9
        let shorter = unsafe [UInt8](unsafeUninitializedCapacity: body.count) { buffer, count in
            unsafe body.withUnsafeBytes { bytes in
                guard let from = bytes.baseAddress, let to = buffer.baseAddress else { return }
                count = unsafe layout_http_compress(from, bytes.count, level, to)
            }
        }
        guard !shorter.isEmpty else { return answer }
        answer.body = shorter
        answer.headers.append(("Content-Encoding", "gzip"))
        // The tag names other bytes.
        for index in answer.headers.indices where answer.headers[index].name == "ETag" {
            answer.headers[index].value = "W/" + answer.headers[index].value
        }
        return answer
    }

    private static func send(_ answer: HTTPAnswer, to reply: OpaquePointer) {
        unsafe answer.body.withUnsafeBytes { body in
            unsafe layout_http_reply(reply, UInt32(answer.status), body.baseAddress, body.count)
        }
        for (name, value) in answer.headers + [("Content-Type", answer.contentType)] {
            unsafe layout_http_add_header(reply, name, value)
        }
    }
}

extension HTTPRequest {
    /// Whether the client has closed its connection.
    var isGone: Bool { connection.map { layout_http_is_gone($0) } ?? false }

    fileprivate init(_ request: LayoutHTTPRequest) {
        let lines = unsafe String(cString: request.headers).utf8.split(separator: UInt8(ascii: "\n"))
        self.init(
            method: unsafe String(cString: request.method), target: unsafe String(cString: request.target),
            headers: lines.map { line in
                let name = line.prefix { $0 != UInt8(ascii: ":") }
                return (String(Substring(name)).lowercased(), String(Substring(line.dropFirst(name.count + 2))))
            }, body: unsafe Array(UnsafeBufferPointer(start: request.body, count: request.body_count)),
            isTooLarge: unsafe request.is_too_large,
            connection: unsafe request.connection < 0 ? nil : request.connection)
    }
}

extension HTTPServerError {
    fileprivate init(_ failure: LayoutHTTPFailure) {
        message =
            switch failure {
            case LayoutHTTPFailureNotBuilt:
                "this program was built without libmicrohttpd, which serves the page: install its header "
                    + "(Debian: apt install libmicrohttpd-dev, macOS: brew install libmicrohttpd) and build it again"
            case LayoutHTTPFailureNoLibrary:
                "the library libmicrohttpd, which serves the page, is not installed "
                    + "(Debian: apt install libmicrohttpd12, macOS: brew install libmicrohttpd)"
            default: "the server could not be started: there are not enough descriptors or threads"
            }
    }
}

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

/// Refuses what does not come from the page itself.
///
/// The server listens on the loopback address only. That keeps other computers out, but not other pages. Any page can
/// have its browser send requests to 127.0.0.1, by that address or by a name that resolves to it. The first names its
/// origin, the second names itself as the host. A link on another page may lead to the page itself: that reads nothing
/// back to it.
struct RequestGuard: Sendable {
    let port: Int
    /// Other names by which a proxy passes requests on.
    let otherHosts: [String]
    /// The secret that edits must carry. Only the address that the program prints contains it. The server never
    /// sends it, since any program of this computer can ask.
    let token: String

    init(port: Int, hosts: [String] = []) {
        self.port = port
        otherHosts = hosts.map { $0.lowercased() }
        token = Self.randomText()
    }

    /// 128 unpredictable bits, in hexadecimal digits.
    static func randomText() -> String { String((0..<32).compactMap { _ in "0123456789abcdef".randomElement() }) }

    private var hosts: [String] {
        let names = ["127.0.0.1", "localhost"]
        return names.map { "\($0):\(port)" } + (port == 80 ? names : []) + otherHosts
    }

    /// - Throws: ``HTTPFault`` 403, or 400 for a request without exactly one host.
    func check(_ request: HTTPRequest) throws(HTTPFault) {
        guard let host = request.header("host")?.lowercased() else {
            throw .badRequest("a request names one host, in the header “Host”")
        }
        guard hosts.contains(host) else {
            throw HTTPFault(403, "this server answers at http://127.0.0.1:\(port)/ only")
        }
        if request.has("origin") {
            let origin = request.header("origin")?.lowercased()
            guard origin == "http://" + host || otherHosts.contains(host) && origin == "https://" + host else {
                throw HTTPFault(403, "requests from pages of other origins are refused")
            }
        }
        if request.has("sec-fetch-site") {
            guard ["same-origin", "none"].contains(request.header("sec-fetch-site")) || isNavigation(request) else {
                throw HTTPFault(403, "requests from pages of other origins are refused; enter the address by hand")
            }
        }
    }

    /// Whether a browser opens the page in a window, and not inside another page.
    private func isNavigation(_ request: HTTPRequest) -> Bool {
        request.path == "/" && ["GET", "HEAD"].contains(request.method)
            && request.header("sec-fetch-mode") == "navigate" && request.header("sec-fetch-dest") == "document"
    }

    /// - Throws: ``HTTPFault`` 403 for an edit that the page did not send.
    func checkEdit(_ request: HTTPRequest) throws(HTTPFault) {
        guard request.header("x-layout-token") == token else {
            throw HTTPFault(403, "an edit needs the key in the address that layoutctl printed; open that address")
        }
    }
}
