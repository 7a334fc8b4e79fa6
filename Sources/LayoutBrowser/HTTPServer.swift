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
