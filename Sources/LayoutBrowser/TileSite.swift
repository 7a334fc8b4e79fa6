internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

/// Answers the addresses of the tiles' protocol, from a store that is only read.
struct TileSite: Sendable {
    let store: LayoutStore
    let fields: ItemFields
    let guarding: RequestGuard

    func answer(_ request: HTTPRequest) -> HTTPAnswer {
        let request = request.relative
        do {
            try guarding.check(request)
            guard request.method == "GET" || request.method == "HEAD" else {
                throw HTTPFault(405, "this address accepts only GET")
            }
            guard !request.isTooLarge, request.body.isEmpty else { throw HTTPFault(413, "a request has no body") }
            return try answer(TileAddress(request.path), request)
        } catch {
            var answer = BrowserSite.answer(error)
            if answer.status == 503 { answer.headers.append(("Retry-After", "1")) }
            return answer
        }
    }

    private func answer(_ address: TileAddress, _ request: HTTPRequest) throws -> HTTPAnswer {
        switch address {
        case .layouts:
            _ = try QueryParameters(request.query, known: [])
            return BrowserSite.json([
                "version": .number(Double(LayoutTiles.version)),
                "layouts": .array(try store.layouts().map { .string($0.name) }),
            ])
        case .layout(let name):
            _ = try QueryParameters(request.query, known: [])
            let described = try tiles(name).description()
            return revised(described.text, described.revision, request)
        case .tile(let name, let place):
            // A revision in the address makes it another one for each state, so that it can be kept for long.
            let query = try QueryParameters(request.query, known: ["v"])
            let revision = try store.layout(name).browsed().revision
            let isPermanent = query.optionalText("v") == revision
            if request.knows(revision) { return unchanged(revision, isPermanent: isPermanent) }
            return revised(try tiles(name).tile(place), revision, request, isPermanent: isPermanent)
        case .search(let name):
            let query = try QueryParameters(request.query, known: ["text", "after"])
            let (text, cursor) = (try query.words("text"), try query.after(SearchCursor.init))
            return BrowserSite.json(
                SceneText.search(try store.layout(name).search(text, fields: fields, after: cursor, limit: 100)))
        case .changes(let name):
            let query = try QueryParameters(request.query, known: ["rect", "since"])
            return BrowserSite.json(
                try store.layout(name).changes(in: query.rect("rect"), since: query.generation("since")).json)
        case .place(let name):
            return BrowserSite.json(
                try place(store.layout(name), QueryParameters(request.query, known: ["fraction", "section", "item"])))
        }
    }

    private func tiles(_ name: String) throws -> LayoutTiles {
        LayoutTiles(layout: store.layout(name), fields: fields)
    }

    private func place(_ layout: StoredLayout, _ query: QueryParameters) throws -> JSONValue {
        if query.optionalText("fraction") != nil {
            let fraction = try query.number("fraction")
            let offset = try layout.contentOffset(atFraction: fraction)
            return ["x": .number(offset.x), "y": .number(offset.y)]
        }
        let item = try query.indexPath()
        guard let details = try layout.details(of: .indexPath(item)) else {
            throw HTTPFault(404, "the layout “\(layout.name)” has no item \(item)")
        }
        return SceneText.details(details)
    }

    // MARK: Revisions

    /// The headers equal the whole answer's (RFC 9110, section 15.4.5).
    private func unchanged(_ revision: String, isPermanent: Bool) -> HTTPAnswer {
        HTTPAnswer(
            status: 304, contentType: "application/json", body: [], headers: Self.keeping(revision, isPermanent))
    }

    private static func keeping(_ revision: String, _ isPermanent: Bool) -> [(name: String, value: String)] {
        [
            ("ETag", "\"\(revision)\""),
            ("Cache-Control", isPermanent ? "public, max-age=31536000, immutable" : "no-cache"),
        ]
    }

    private func revised(
        _ text: JSONValue, _ revision: String, _ request: HTTPRequest, isPermanent: Bool = false
    ) -> HTTPAnswer {
        if request.knows(revision) { return unchanged(revision, isPermanent: isPermanent) }
        var answer = BrowserSite.json(text)
        answer.headers.removeAll { $0.name == "Cache-Control" }
        answer.headers += Self.keeping(revision, isPermanent)
        return answer
    }
}
