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
