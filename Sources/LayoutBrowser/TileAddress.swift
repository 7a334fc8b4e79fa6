/// An address of the tiles' protocol: `/v1/layouts/{name}/…`.
enum TileAddress: Equatable {
    /// `/v1/layouts.json`: the names of all layouts.
    case layouts
    /// `/v1/layouts/{name}/layout.json`: a layout and the list of its tiles.
    case layout(String)
    /// `/v1/layouts/{name}/tiles/{z}/{n}.json`
    case tile(String, TileCoordinate)
    /// `/v1/layouts/{name}/search?text=…`
    case search(String)
    /// `/v1/layouts/{name}/changes?rect=…`, or `?rect=…&since=…`
    case changes(String)
    /// `/v1/layouts/{name}/at?fraction=…`, or `?section=…&item=…`
    case place(String)

    /// - Throws: ``HTTPFault`` 404 for any other path, 400 for a broken percent-encoding.
    init(_ path: Substring) throws(HTTPFault) {
        var parts: [String] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
            parts.append(try QueryParameters.decode(part, isForm: false))
        }
        if parts == ["v1", "layouts.json"] {
            self = .layouts
            return
        }
        guard parts.count >= 4, parts[0] == "v1", parts[1] == "layouts", !parts[2].isEmpty else { throw Self.nothing }
        switch (parts[3], parts.count) {
        case ("layout.json", 4): self = .layout(parts[2])
        case ("search", 4): self = .search(parts[2])
        case ("changes", 4): self = .changes(parts[2])
        case ("at", 4): self = .place(parts[2])
        case ("tiles", 6):
            guard let place = TileCoordinate(z: parts[4], file: parts[5]) else { throw Self.nothing }
            self = .tile(parts[2], place)
        default: throw Self.nothing
        }
    }

    private static var nothing: HTTPFault { HTTPFault(404, "there is nothing at this address") }
}

/// A tile: the part of the content from `n` to `n + 1` lengths of 2 to the power of `z` points, along the scroll axis.
struct TileCoordinate: Equatable {
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
