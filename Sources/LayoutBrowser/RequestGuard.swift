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
    static func randomText() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt32, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private var hosts: [String] {
        let names = ["127.0.0.1", "localhost"]
        return names.map { "\($0):\(port)" } + (port == 80 ? names : []) + otherHosts
    }

    /// - Throws: ``HTTPFault`` 403, or 400 for a request without exactly one host.
    func check(_ request: HTTPRequest) throws(HTTPFault) {
        guard request.host.count == 1, let host = request.host.value else {
            throw .badRequest("a request names one host, in the header “Host”")
        }
        guard hosts.contains(host.lowercased()) else {
            throw HTTPFault(403, "this server answers at http://127.0.0.1:\(port)/ only")
        }
        if request.origin.count > 0 {
            guard request.origin.count == 1, let origin = request.origin.value?.lowercased(),
                origin == "http://" + host.lowercased()
                    || otherHosts.contains(host.lowercased()) && origin == "https://" + host.lowercased()
            else { throw HTTPFault(403, "requests from pages of other origins are refused") }
        }
        if request.fetchSite.count > 0 {
            guard request.fetchSite.count == 1, let site = request.fetchSite.value,
                ["same-origin", "none"].contains(site) || isNavigation(request)
            else { throw HTTPFault(403, "requests from pages of other origins are refused; enter the address by hand") }
        }
    }

    /// Whether a browser opens the page in a window, and not inside another page.
    private func isNavigation(_ request: HTTPRequest) -> Bool {
        request.path == "/" && ["GET", "HEAD"].contains(request.method)
            && request.fetchMode.count == 1 && request.fetchMode.value == "navigate"
            && request.fetchDestination.count == 1 && request.fetchDestination.value == "document"
    }

    /// - Throws: ``HTTPFault`` 403 for an edit that the page did not send.
    func checkEdit(_ request: HTTPRequest) throws(HTTPFault) {
        guard request.token.count == 1, request.token.value == token else {
            throw HTTPFault(403, "an edit needs the key in the address that layoutctl printed; open that address")
        }
    }
}
