package import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine
internal import LayoutPlatform
internal import LayoutText

/// Answers the addresses of the tiles' protocol, from a store that is only read.
package struct TileSite: Sendable {
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
            let (text, cursor) = (try query.words("text"), try query.after(SearchSlice.Cursor.init))
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

    /// The tiles of a layout as files, with the addresses that a server has: for any host of static files.
    package struct Export {
        private let tiles: LayoutTiles
        private let directory: String
        private let name: String

        /// - Throws: ``HTTPServerError`` for a name that is no name of a folder.
        package init(_ layout: StoredLayout, fields: ItemFields, to directory: String) throws(HTTPServerError) {
            guard !layout.name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }), layout.name != ".",
                layout.name != ".."
            else { throw HTTPServerError(message: "the layout “\(layout.name)” cannot be the name of a folder") }
            tiles = LayoutTiles(layout: layout, fields: fields)
            self.directory = directory
            name = layout.name
        }

        /// Writes them. The description comes last: a reader that finds it finds all tiles.
        ///
        /// - Parameter progress: Called for each tile with how many were written, and how many there will be.
        /// - Returns: The number of tiles and of bytes.
        package func write(progress: (_ done: Int, _ total: Int) throws -> Void) throws -> (tiles: Int, bytes: Int) {
            let described = try tiles.layout.browsed()
            let length = described.contentSize[described.tileAxis]
            let levels = LayoutTiles.levels(of: described)
            let counts = levels.map { Int((length / TileCoordinate(z: $0, n: 0).length).rounded(.up)) }
            let total = counts.reduce(0, +)
            var (done, bytes) = (0, 0)
            let root = directory + "/v1/layouts/" + name
            for (z, count) in zip(levels, counts) {
                let folder = "\(root)/tiles/\(z)"
                try Self.makeFolders(folder)
                for n in 0..<count {
                    bytes += try Self.write(tiles.tile(TileCoordinate(z: z, n: n)), to: "\(folder)/\(n).json")
                    done += 1
                    try progress(done, total)
                }
            }
            try Self.makeFolders(root)
            let description = try tiles.description()
            guard description.revision == described.revision else {
                throw HTTPServerError(message: "the layout changed while it was exported; export it again")
            }
            bytes += try Self.write(description.text, to: root + "/layout.json")
            return (done, bytes)
        }

        private static func makeFolders(_ path: String) throws(HTTPServerError) {
            var made = path.utf8.first == UInt8(ascii: "/") ? "" : "."
            for name in path.utf8.split(separator: UInt8(ascii: "/")) {
                made += "/" + String(decoding: name, as: UTF8.self)
                guard unsafe mkdir(made, 0o777) == 0 || errno == EEXIST else {
                    throw HTTPServerError(message: "the folder \(made) cannot be made: \(systemMessage(errno))")
                }
            }
        }

        private static func write(_ value: JSONValue, to path: String) throws(HTTPServerError) -> Int {
            let bytes = ContiguousArray(value.text.utf8)
            let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
            guard file >= 0 else { throw Self.fault(path) }
            guard writeAll(file, bytes, interrupted: {}) else {
                let fault = Self.fault(path)
                close(file)
                throw fault
            }
            guard close(file) == 0 else { throw Self.fault(path) }
            return bytes.count
        }

        private static func fault(_ path: String) -> HTTPServerError {
            HTTPServerError(message: "\(path) cannot be written: \(systemMessage(errno))")
        }
    }
}

/// The tiles of one layout as JSON, as served and as exported.
private struct LayoutTiles {
    let layout: StoredLayout
    let fields: ItemFields

    /// The version of the protocol. A reader ignores members that it does not know; their meaning changes only with
    /// another version, which has other addresses.
    static let version = 1
    /// A tile with more elements holds pieces instead.
    static let elementLimit = 1500
    static let pieceCount = 128

    /// The levels that a layout has: from tiles of about a screen to one that holds everything.
    static func levels(of described: BrowsedLayout) -> ClosedRange<Int> {
        let screen = max(described.container[described.tileAxis], 64)
        let length = max(described.contentSize[described.tileAxis], 1)
        func level(_ length: Double) -> Int { length.exponent < 4 ? 4 : Int(length.exponent) + 1 }
        let least = min(level(screen), TileCoordinate.levels.upperBound)
        return least...min(max(least, level(length)), TileCoordinate.levels.upperBound)
    }

    func description() throws -> (text: JSONValue, revision: String) {
        let described = try layout.browsed()
        let levels = Self.levels(of: described)
        let text = SceneText.layout(described).adding([
            "version": Self.version, "levels": [levels.lowerBound, levels.upperBound],
            "elementLimit": Self.elementLimit,
        ])
        return (text, described.revision)
    }

    /// A tile: the elements that show in it, or, if they are too many, pieces of one length.
    ///
    /// Elements that overlap two tiles are in both. Pinned elements are at their natural places, with their ranges.
    ///
    /// - Throws: ``HTTPFault`` 404 for a tile beyond the content.
    func tile(_ place: TileCoordinate) throws -> JSONValue {
        let described = try layout.browsed()
        let axis = described.tileAxis
        let (length, breadth) = (described.contentSize[axis], described.contentSize[axis.cross])
        guard place.n < Int.max, place.start < max(length, .leastNonzeroMagnitude) else {
            throw HTTPFault(404, "the content ends before this tile")
        }
        // To both sides as far as orthogonal sections and badges reach.
        let margin = max(breadth, 1)
        let rect = LayoutRect(
            axis: axis, along: place.start, cross: -margin, alongLength: place.length, crossLength: 3 * margin)
        let scene = try layout.scene(
            in: rect, limit: Self.elementLimit, textLimit: Self.elementLimit, pieceCount: Self.pieceCount,
            fields: fields)
        return SceneText.scene(scene).adding(["from": place.start, "to": place.end])
    }
}

extension BrowsedLayout {
    /// The axis that tiles are cut along.
    var tileAxis: LayoutAxis { isFree ? .vertical : axis }
}

/// A tile: the part of the content from `n` to `n + 1` lengths of 2 to the power of `z` points, along the scroll axis.
private struct TileCoordinate: Equatable {
    var z: Int
    var n: Int

    /// From a quarter of a point up to more than any content.
    static let levels = 4...60

    init(z: Int, n: Int) {
        self.z = z
        self.n = n
    }

    /// nil for what is no tile: numbers are written as the protocol writes them, and no other way.
    init?(z: String, file: String) {
        guard file.hasSuffix(".json"), let level = Self.number(z[...]), let index = Self.number(file.dropLast(5)),
            Self.levels.contains(level)
        else { return nil }
        (self.z, n) = (level, index)
    }

    private static func number(_ text: Substring) -> Int? {
        guard let number = Int(text), number >= 0, String(number) == text else { return nil }
        return number
    }

    var length: Double { Double(sign: .plus, exponent: z, significand: 1) }
    var start: Double { Double(n) * length }
    var end: Double { Double(n + 1) * length }
}
