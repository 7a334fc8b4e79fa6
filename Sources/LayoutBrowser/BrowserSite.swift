internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine
internal import LayoutText

/// The answers to the server's addresses.
struct BrowserSite: Sendable {
    let store: LayoutStore
    let options: BrowserServer.Options
    let guarding: RequestGuard
    let changes: StoreChanges
    let walls: HitWalls

    init(store: LayoutStore, options: BrowserServer.Options, guarding: RequestGuard, changes: StoreChanges? = nil) {
        let changes = changes ?? StoreChanges(of: store)
        var options = options
        options.fields.searchesSections = true
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
        case "/api/changed": reading("layout", "hits", "rect", "since", "items") { try $0.changed($1) }
        case "/api/pieces": reading("layout", "hits", "from", "to", "count", "values") { try $0.pieces($1) }
        case "/api/item": reading("layout", "hits", "of", "section", "item", "containing", "beside") { try $0.item($1) }
        case "/api/changes":
            Route(method: "GET", parameters: ["layout", "hits", "known"]) { json(try $0.awaitChange($1, $2)) }
        case "/api/sections": reading("layout", "hits") { try $0.sections($1) }
        case "/api/search": reading("layout", "hits", "text", "after", "brief") { try $0.search($1) }
        case "/api/next": reading("layout", "hits", "text", "of", "from", "back", "after") { try $0.nextHit($1) }
        case "/api/explain": reading("layout", "hits", "rect") { try $0.explanation($1) }
        case "/api/image":
            Route(method: "GET", parameters: ["layout", "hits", "section", "item", "original"]) { try $0.image($1, $2) }
        case "/api/fold":
            Route(method: "POST", parameters: ["layout", "rect", "section", "of", "state"]) {
                json(try $0.fold($1, $2))
            }
        case "/api/resize":
            Route(method: "POST", parameters: ["layout", "rect", "section", "item", "width", "height"]) {
                json(try $0.resize($1, $2))
            }
        default: nil
        }
    }

    func answer(_ request: HTTPRequest) -> HTTPAnswer {
        let request = request.relative
        do {
            try guarding.check(request)
            if request.isTooLarge { throw HTTPFault(413, "a request is limited to \(HTTPServer.bodyLimit) bytes") }
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
            return Self.answer(error, method: Self.route(request.path)?.method)
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

    /// - Parameter method: The one method of the address.
    static func answer(_ error: any Error, method: String? = nil) -> HTTPAnswer {
        let fault = fault(error)
        var answer = json(.message(["error": fault.message]), status: fault.status)
        if fault.status == 405 { answer.headers.append(("Allow", method == "POST" ? "POST" : "GET, HEAD")) }
        return answer
    }

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
        let prefix = "/page/\(PageDocument.EmbeddedPage.version)/"
        guard request.path.hasPrefix(prefix), request.path.hasSuffix(".js"),
            let text = PageDocument.EmbeddedPage.text(String(request.path.dropFirst(prefix.count)))
        else { return nil }
        try require("GET", request)
        return HTTPAnswer(
            contentType: "text/javascript; charset=utf-8", body: Array(text.utf8),
            headers: common.map { $0.0 == "Cache-Control" ? ($0.0, "private, max-age=31536000, immutable") : $0 })
    }

    private func page() -> HTTPAnswer {
        let fields = options.fields
        let document = PageDocument(
            title: options.title ?? options.layout ?? "LayoutCache",
            configuration: .message([
                "layout": options.layout, "title": options.title, "isEditable": isEditable,
                "allowsNetwork": options.allowsNetwork, "hasPictures": fields.image != nil,
                "hasOriginals": fields.original != nil, "laysOut": options.laysOut,
                // The fields whose values are not for reading.
                "technical": [fields.image, fields.original, fields.placeholder].compactMap { $0?.name },
                "tint": fields.tint?.name,
            ]))
        let policy =
            document.policy
            + "; connect-src 'self'; img-src 'self' data: blob:\(options.allowsNetwork ? " http: https:" : ""); "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return HTTPAnswer(
            contentType: "text/html; charset=utf-8", body: Array(document.text.utf8),
            headers: Self.common + [("Content-Security-Policy", policy)])
    }

    func layouts() throws -> JSONValue {
        let layouts = try store.layouts().map { layout in
            let browsed = try layout.browsed()
            return JSONValue.message([
                "name": layout.name, "state": try layout.preparationState().word, "items": try layout.nameOfItems(),
                // A page chooses one for its window by it.
                "wrapWidth": browsed.wrap == nil ? nil : browsed.container.width,
            ])
        }
        return .message(["layouts": layouts])
    }

    /// The layout that a request is about: one of the store's, or the layout of a search's hits.
    func layout(of query: QueryParameters) throws -> StoredLayout {
        let layout = try store.layout(query.text("layout"))
        return try wall(of: query).map { try $0.layout(layout.name) } ?? layout
    }

    /// The wall of a search's hits that a request is about; nil if it is about a layout of the store.
    private func wall(of query: QueryParameters) throws -> HitWalls.Wall? {
        let layout = try store.layout(query.text("layout"))
        guard query.optionalText("hits")?.isEmpty == false else { return nil }
        return try walls.wall(
            of: query.words("hits"), in: layout, rungs: { try rungNames(of: layout) }, fields: options.fields)
    }

    /// The part of a state that belongs to a wall of hits. The wall is made again while it grows, and the new one may
    /// have gone through as many states.
    private func wallRevision(of query: QueryParameters) throws -> String {
        try wall(of: query).map { "/" + $0.revision } ?? ""
    }

    /// The state of a layout that a page shows, and of the list of layouts; waits for another one than is known.
    func awaitChange(_ query: QueryParameters, _ request: HTTPRequest) throws -> JSONValue {
        let known = query.optionalText("known")
        var (state, names) = (known ?? "", "")
        try changes.wait(seconds: Self.patience, isGone: { request.isGone }) {
            names = try store.layouts().map(\.name).joined(separator: "\n")
            let wall = try wall(of: query)
            let name = try query.text("layout")
            let revision = try store.layouts().contains { $0.name == name } ? store.layout(name).browsed().revision : ""
            let source = "\(options.notes.count) \(options.notes.isLoading)"
            state = "\(revision) \(wall?.revision ?? "") \(source) \(names.hashValue)"
            return state != known
        }
        return .message(["state": state, "layouts": "\(names.hashValue)"])
    }

    /// The seconds that a page waits for a change before it asks again.
    private static let patience = 50

    func layout(_ query: QueryParameters) throws -> JSONValue {
        let held = try query.items("held")
        let wall = try wall(of: query)
        // Before the layout, so that the last lines that are loaded are never described as new ones.
        let (search, note, isLoading) = (wall?.progress, options.notes.last, options.notes.isLoading)
        let shown = try layout(of: query)
        let browsed = try shown.browsed(holding: held)
        var described = browsed.layout
        described.revision += try wallRevision(of: query)
        return SceneText.layout(described, held: browsed.held).adding([
            "note": note, "isLoading": isLoading,
            "search": search.map { search in
                JSONValue.message([
                    "found": search.found, "fraction": search.fraction, "isComplete": search.isComplete,
                    "limit": HitWalls.Wall.shownLimit,
                ])
            },
        ])
    }

    /// The parts of a rectangle that may look different than in an earlier state, and the present indices of some
    /// items: they change without that.
    func changed(_ query: QueryParameters) throws -> JSONValue {
        let (rect, since) = (try query.rect("rect"), try query.generation("since"))
        let (items, wall) = (try query.items("items"), try wallRevision(of: query))
        let layout = try layout(of: query)
        let scope: PreparationScope = try layout.isDense(in: rect) ? .nothing : preparing
        return try layout.read(scope, viewing: .visible(rect)) { layout in
            .message([
                "revision": try layout.revision + wall, "changes": try layout.changes(in: rect, since: since).json,
                "indices": try items.map { try layout.cell(of: $0)?.item },
            ])
        }
    }

    func scene(_ query: QueryParameters) throws -> JSONValue {
        var scene = try layout(of: query).scene(
            in: query.rect("rect"), offsets: query.offsets("offsets"), fields: options.fields, preparing: preparing)
        scene.revision += try wallRevision(of: query)
        return SceneText.scene(scene)
    }

    func pieces(_ query: QueryParameters) throws -> JSONValue {
        let count = try query.integer("count", in: 1...1024)
        let (low, high) = (try query.number("from"), try query.number("to"))
        guard low < high else { throw HTTPFault.badRequest("“from” must be less than “to”") }
        let field = query.optionalText("values") == "1" ? options.fields.tint : nil
        let part = try layout(of: query).pieces(from: low, to: high, count: count, valuesOf: field)
        return SceneText.pieces(part.pieces, part.titles, part.values)
    }

    /// The details of an item; with `containing` 1, of the one that contains it in an outline.
    func item(_ query: QueryParameters) throws -> JSONValue {
        let layout = try layout(of: query)
        var item = try query.item()
        if query.optionalText("containing") == "1" {
            guard let container = try layout.item(containing: item) else {
                throw HTTPFault(404, "nothing contains the \(item.bare)")
            }
            item = container
        }
        let step = try query.optionalText("beside").map { _ in try query.integer("beside", in: -1...1) } ?? 0
        var rank = try layout.rank(of: item)
        if let own = rank, step != 0 {
            guard let path = own + step < 0 ? nil : try layout.indexPath(atRank: own + step) else {
                throw HTTPFault(404, "there is nothing beside the \(item.bare)")
            }
            (item, rank) = (.indexPath(path), own + step)
        }
        guard let details = try layout.details(of: item, fields: options.fields, preparing: preparing) else {
            throw HTTPFault(404, "the layout “\(layout.name)” has no \(item.bare), or it was not laid out yet")
        }
        return SceneText.details(details, rank: rank)
    }

    /// The titles of the sections, in their order; null for one without a title.
    func sections(_ query: QueryParameters) throws -> JSONValue {
        .message(["titles": try layout(of: query).sectionTitles(limit: Self.titleLimit)])
    }

    /// The sections that are listed; more cannot be read one by one.
    private static let titleLimit = 20_000

    func search(_ query: QueryParameters) throws -> JSONValue {
        let (text, cursor) = (try query.words("text"), try query.after(SearchSlice.Cursor.init))
        let layout = try layout(of: query)
        guard query.optionalText("brief") == "1" else {
            return SceneText.search(try layout.search(text, fields: options.fields, after: cursor))
        }
        let slice = try layout.search(
            text, fields: options.fields, after: cursor, limit: 20_000, within: .milliseconds(60), isBrief: true)
        // Some of them, for the rail.
        let step = max(1, slice.ids.count / 50)
        let marks = try stride(from: 0, to: slice.ids.count, by: step).compactMap {
            try layout.details(of: .id(slice.ids[$0]))?.element.attributes.frame
        }
        return SceneText.found(slice, marks)
    }

    /// The next hit after the item `of`, or from the item `from` on; before them if `back` is 1.
    ///
    /// An answer without a hit names the place at which the search goes on, as `after`; null at the end.
    func nextHit(_ query: QueryParameters) throws -> JSONValue {
        let text = try query.words("text")
        let layout = try layout(of: query)
        let isBackward = query.optionalText("back") == "1"
        var place = try query.after(SearchSlice.Place.init)
        if place == nil, let item = try query.item("of") {
            place = try layout.searchPlace(of: item)
        } else if place == nil, let item = try query.item("from") {
            place = try layout.searchPlace(of: item)
            // Right beside the item, so that it is the first to be looked at.
            if let position = place?.position { place?.position = isBackward ? position.nextUp : position.nextDown }
        }
        return SceneText.next(
            try layout.nextHit(of: text, from: place, isBackward: isBackward, fields: options.fields))
    }

    func explanation(_ query: QueryParameters) throws -> JSONValue {
        let layout = try layout(of: query)
        let rect = try query.rect("rect")
        guard try !layout.isDense(in: rect) else {
            throw HTTPFault.badRequest("the rectangle holds too much to be explained; zoom in")
        }
        return SceneText.explanation(try layout.explanation(of: rect))
    }
}

extension ItemReference {
    /// The item in words, without an article: “item 0/1”.
    var bare: String { String(description.trimmingPrefix("the ")) }
}

extension StoredLayout.PreparationState {
    var word: String {
        switch self {
        case .never: "never"
        case .beginning: "beginning"
        case .stale: "stale"
        case .current: "current"
        }
    }
}

extension BrowserSite {
    /// The layouts that a pinch leads to from one: from the largest cells to the smallest.
    ///
    /// A layout that was never laid out is one of them only if the page may lay it out. On a wall of hits it may.
    func ladder(_ query: QueryParameters) throws -> JSONValue {
        let names = try rungNames(of: store.layout(query.text("layout")))
        let wall = try layout(of: query)
        let mayPrepare = isEditable || wall.store !== store
        let rungs = try names.map { try wall.store.layout($0).browsed() }.filter { mayPrepare || $0.state != .never }
        return .message(["rungs": rungs.count > 1 ? rungs.map { SceneText.layout($0) } : []])
    }

    func rungNames(of layout: StoredLayout) throws -> [String] {
        options.ladder.contains(layout.name) ? options.ladder : try layout.ladder()
    }

    /// The change from one layout to another around an item: `fraction` is the point of the item that stays, `place`
    /// its place in the visible part, which has a `size`. `goal` is its place in points of the other layout, whose
    /// length in points of the first is `scale`.
    func transition(_ query: QueryParameters) throws -> JSONValue {
        let layout = try layout(of: query)
        var anchor = ScrollAnchor(edge: .start, indexPath: try query.indexPath())
        anchor.point = .init(fraction: try query.point("fraction"), place: try query.point("place"))
        let size = try query.size("size")
        let scale = try query.number("scale")
        guard scale >= 1e-3, scale <= 1e3 else {
            throw HTTPFault.badRequest("“scale” takes a number from 0.001 to 1000")
        }
        // On a wall of hits, the other one is in the wall's store.
        let target = try layout.store.layout(query.text("to"))
        guard
            var scene = try layout.transitionScene(
                to: target, holding: anchor, goal: query.point("goal"), size: size, scale: scale,
                fields: options.fields, preparing: layout.store === store ? preparing : .visible)
        else { throw HTTPFault(404, "there is no item \(anchor.indexPath) in both layouts") }
        scene.target.revision += try wallRevision(of: query)
        return SceneText.transition(scene)
    }

    /// The picture of an item: bytes of the store, of a data URL or of a file, under a policy that runs nothing in it.
    /// An address on another host is answered with a redirection, if the network is allowed.
    func image(_ query: QueryParameters, _ request: HTTPRequest) throws -> HTTPAnswer {
        let original = query.optionalText("original") == "1" ? options.fields.original : nil
        guard let field = original ?? options.fields.image else {
            throw HTTPFault(404, "no pictures are shown; see --image")
        }
        let item = try query.indexPath()
        guard let image = try layout(of: query).image(of: item, field: field) else {
            throw HTTPFault(404, "the item \(item) has no picture")
        }
        if let (bytes, tag) = try image.content(in: options.images) { return try Self.picture(bytes, tag, request) }
        guard case .text(let address) = image else { throw HTTPFault(404, "the item \(item) has no picture") }
        return try redirection(to: address)
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
        let kind = try ImageKind(checking: bytes)
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
