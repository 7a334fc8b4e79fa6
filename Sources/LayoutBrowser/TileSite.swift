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
            return try answer(at: request.path, request)
        } catch {
            var answer = BrowserSite.answer(error)
            if answer.status == 503 { answer.headers.append(("Retry-After", "1")) }
            return answer
        }
    }

    /// An address is `/v1/layouts.json`, or `/v1/layouts/{name}/` and what is asked about that layout.
    private func answer(at path: Substring, _ request: HTTPRequest) throws -> HTTPAnswer {
        func query(_ known: String...) throws -> QueryParameters { try QueryParameters(request.query, known: known) }
        var parts: [String] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
            parts.append(try QueryParameters.decode(part, isForm: false))
        }
        if parts == ["v1", "layouts.json"] {
            _ = try query()
            return BrowserSite.json(
                .message(["version": LayoutTiles.version, "layouts": try store.layouts().map(\.name)]))
        }
        let nothing = HTTPFault(404, "there is nothing at this address")
        guard parts.count >= 4, parts[0] == "v1", parts[1] == "layouts", !parts[2].isEmpty else { throw nothing }
        let layout = store.layout(parts[2])
        let tiles = LayoutTiles(layout: layout, fields: fields)
        switch (parts[3], parts.count) {
        case ("layout.json", 4):
            _ = try query()
            let described = try tiles.description()
            return revised(described.revision, request) { described.text }
        case ("tiles", 6):
            guard let place = TileCoordinate(z: parts[4], file: parts[5]) else { throw nothing }
            // A revision in the address makes it another one for each state, so that it can be kept for long.
            let version = try query("v").optionalText("v")
            let revision = try layout.browsed().revision
            return try revised(revision, request, isPermanent: version == revision) { try tiles.tile(place) }
        case ("search", 4):
            let query = try query("text", "after")
            let (text, cursor) = (try query.words("text"), try query.after(SearchCursor.init))
            return BrowserSite.json(
                SceneText.search(try layout.search(text, fields: fields, after: cursor, limit: 100)))
        case ("changes", 4):
            let query = try query("rect", "since")
            return BrowserSite.json(
                try layout.changes(in: query.rect("rect"), since: query.generation("since")).json)
        case ("at", 4): return BrowserSite.json(try place(layout, query("fraction", "section", "item")))
        default: throw nothing
        }
    }

    private func place(_ layout: StoredLayout, _ query: QueryParameters) throws -> JSONValue {
        if query.optionalText("fraction") != nil {
            let fraction = try query.number("fraction")
            let offset = try layout.contentOffset(atFraction: fraction)
            return .message(["x": offset.x, "y": offset.y])
        }
        let item = try query.indexPath()
        guard let details = try layout.details(of: .indexPath(item)) else {
            throw HTTPFault(404, "the layout “\(layout.name)” has no item \(item)")
        }
        return SceneText.details(details)
    }

    /// The answer of a revision. That it is unchanged has the headers of the whole one (RFC 9110, section 15.4.5).
    private func revised(
        _ revision: String, _ request: HTTPRequest, isPermanent: Bool = false, _ text: () throws -> JSONValue
    ) rethrows -> HTTPAnswer {
        let headers = [
            (name: "ETag", value: "\"\(revision)\""),
            ("Cache-Control", isPermanent ? "public, max-age=31536000, immutable" : "no-cache"),
        ]
        if request.knows(revision) {
            return HTTPAnswer(status: 304, contentType: "application/json", body: [], headers: headers)
        }
        var answer = BrowserSite.json(try text())
        answer.headers.removeAll { $0.name == "Cache-Control" }
        answer.headers += headers
        return answer
    }
}
