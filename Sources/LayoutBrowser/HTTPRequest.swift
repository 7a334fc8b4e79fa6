/// A request as it came, nothing decoded.
struct HTTPRequest: Sendable {
    /// A header that was not sent, sent once, or sent several times.
    struct Header: Sendable {
        var value: String?
        var count = 0
    }

    var method: String
    /// The path and the query.
    var target: String
    var host = Header()
    var origin = Header()
    var fetchSite = Header()
    var contentType = Header()
    var token = Header()
    /// `If-None-Match`.
    var knownRevision = Header()
    var body: [UInt8] = []
    var isTooLarge = false

    var path: Substring { target.prefix { $0 != "?" } }
    var query: Substring { target.drop { $0 != "?" }.dropFirst() }
}

/// An answer to a request.
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
