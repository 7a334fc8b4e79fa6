internal import LayoutCache
internal import LayoutText

/// The answers to the server's addresses.
struct BrowserSite: Sendable {
    let store: LayoutStore
    let options: BrowserOptions
    let guarding: RequestGuard
    let changes: StoreChanges
    let walls: HitWalls

    init(store: LayoutStore, options: BrowserOptions, guarding: RequestGuard, changes: StoreChanges? = nil) {
        let changes = changes ?? StoreChanges(of: store)
        (self.store, self.options, self.guarding, self.changes) = (store, options, guarding, changes)
        walls = HitWalls(changes)
    }

    var isEditable: Bool { options.isEditable }

    /// The scope that is laid out before it is shown.
    var preparing: PreparationScope { isEditable || options.laysOut ? .visible : .nothing }

    /// An address and what answers it.
    private struct Route {
        let method: String
        let parameters: [String]
        let answer: (BrowserSite, QueryParameters, HTTPRequest) throws -> HTTPAnswer
    }

    private static func reading(
        _ parameters: String..., answer: @escaping (BrowserSite, QueryParameters) throws -> JSONValue
    ) -> Route {
        Route(method: "GET", parameters: parameters) { site, query, _ in json(try answer(site, query)) }
    }

    private static func route(_ path: Substring) -> Route? {
        switch path {
        case "/api/layouts": reading { site, _ in try site.layouts() }
        case "/api/layout": reading("layout", "hits", "held") { try $0.layout($1) }
        case "/api/ladder": reading("layout", "hits") { try $0.ladder($1) }
        case "/api/transition":
            reading("layout", "hits", "to", "section", "item", "fraction", "place", "goal", "size", "scale") {
                try $0.transition($1)
            }
        case "/api/scene": reading("layout", "hits", "rect", "offsets") { try $0.scene($1) }
        case "/api/rail": reading("layout", "hits", "count") { try $0.rail($1) }
        case "/api/pieces": reading("layout", "hits", "from", "to", "count") { try $0.pieces($1) }
        case "/api/item": reading("layout", "hits", "of", "section", "item", "containing", "beside") { try $0.item($1) }
        case "/api/changes":
            Route(method: "GET", parameters: ["layout", "hits", "known"]) { json(try $0.awaitChange($1, $2)) }
        case "/api/sections": reading("layout", "hits") { try $0.sections($1) }
        case "/api/search": reading("layout", "hits", "text", "after", "brief") { try $0.search($1) }
        case "/api/next": reading("layout", "hits", "text", "of", "from", "back", "after") { try $0.nextHit($1) }
        case "/api/explain": reading("layout", "hits", "rect") { try $0.explanation($1) }
        case "/api/image":
            Route(method: "GET", parameters: ["layout", "hits", "section", "item", "original"]) { try $0.image($1, $2) }
        case "/api/fold": Route(method: "POST", parameters: []) { site, _, request in json(try site.fold(request)) }
        case "/api/resize": Route(method: "POST", parameters: []) { json(try $0.resize($1, $2)) }
        default: nil
        }
    }

    func answer(_ request: HTTPRequest) -> HTTPAnswer {
        let request = request.relative
        do {
            try guarding.check(request)
            if request.isTooLarge {
                throw HTTPFault(413, "a request is limited to \(HTTPServer.bodyLimit) bytes")
            }
            if request.path == "/" {
                try Self.require("GET", request)
                return page()
            }
            if let file = try Self.file(request) { return file }
            guard let route = Self.route(request.path) else {
                throw HTTPFault(404, "there is nothing at this address")
            }
            try Self.require(route.method, request)
            let query = try QueryParameters(request.query, known: route.parameters)
            return try route.answer(self, query, request)
        } catch {
            return Self.answer(Self.fault(error), request)
        }
    }

    private static func require(_ method: String, _ request: HTTPRequest) throws(HTTPFault) {
        if request.method == method || method == "GET" && request.method == "HEAD" { return }
        throw HTTPFault(405, "this address accepts only \(method)")
    }

    // MARK: Answers

    static let common = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    static func json(_ value: JSONValue, status: Int = 200) -> HTTPAnswer {
        HTTPAnswer(
            status: status, contentType: "application/json", body: Array(value.text.utf8),
            headers: common + [("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")])
    }

    private static func answer(_ fault: HTTPFault, _ request: HTTPRequest) -> HTTPAnswer {
        var answer = json(.object([.init(key: "error", value: .string(fault.message))]), status: fault.status)
        if fault.status == 405 {
            answer.headers.append(("Allow", route(request.path)?.method == "POST" ? "POST" : "GET, HEAD"))
        }
        return answer
    }

    /// The HTTP status of an error.
    static func fault(_ error: any Error) -> HTTPFault {
        if let fault = error as? HTTPFault { return fault }
        guard let error = LayoutError(explaining: error) else { return HTTPFault(500, "\(error)") }
        let status =
            switch error.code {
            case .notFound: 404
            case .invalidArgument: 400
            case .busy: 503
            case .readOnly: 403
            default: 500
            }
        return HTTPFault(status, error.message)
    }

    /// A script of the page. Its address has the version, so that a browser keeps it.
    private static func file(_ request: HTTPRequest) throws(HTTPFault) -> HTTPAnswer? {
        let prefix = "/page/\(EmbeddedPage.version)/"
        guard request.path.hasPrefix(prefix), request.path.hasSuffix(".js"),
            let text = EmbeddedPage.text(String(request.path.dropFirst(prefix.count)))
        else { return nil }
        try require("GET", request)
        return HTTPAnswer(
            contentType: "text/javascript; charset=utf-8", body: Array(text.utf8),
            headers: common.map { $0.0 == "Cache-Control" ? ($0.0, "private, max-age=31536000, immutable") : $0 })
    }

    private func page() -> HTTPAnswer {
        let nonce = RequestGuard.randomText()
        let document = PageDocument(
            title: options.title ?? options.layout ?? "LayoutCache",
            configuration: .object([
                .init(key: "layout", value: options.layout.map(JSONValue.string) ?? .null),
                .init(key: "title", value: options.title.map(JSONValue.string) ?? .null),
                .init(key: "isEditable", value: .bool(isEditable)),
                .init(key: "allowsNetwork", value: .bool(options.allowsNetwork)),
                .init(key: "hasPictures", value: .bool(options.fields.image != nil)),
                .init(key: "hasOriginals", value: .bool(options.fields.original != nil)),
                .init(key: "laysOut", value: .bool(options.laysOut)),
                .init(key: "tint", value: options.fields.tint.map { .string($0.name) } ?? .null),
            ]), nonce: nonce)
        let policy =
            "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; "
            + "img-src 'self' data: blob:\(options.allowsNetwork ? " http: https:" : ""); "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return HTTPAnswer(
            contentType: "text/html; charset=utf-8", body: Array(document.text.utf8),
            headers: Self.common + [("Content-Security-Policy", policy)])
    }
}
