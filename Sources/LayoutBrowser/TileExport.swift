package import LayoutCache
internal import LayoutCacheTools
internal import LayoutPlatform
internal import LayoutText

/// The tiles of a layout as files, with the addresses that a server has: for any host of static files.
package struct TileExport {
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
