internal import LayoutEngine
internal import LayoutSQLite

/// The obvious way to store frames for finding: one R*Tree with an entry for each element, and the
/// attributes in its auxiliary columns.
final class ElementTree {
    private let connection: Connection

    /// A query's result: as much as a collection view needs.
    struct Element {
        var frame: LayoutRect
        var section: Int
        var item: Int
        var zIndex: Int
    }

    /// Makes a file and fills it with one entry for each frame.
    init(_ frames: ContiguousArray<LayoutRect>, path: String) throws {
        connection = try Connection(path: path, mode: .create)
        try connection.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192;
            CREATE VIRTUAL TABLE element USING rtree
              (id, x0, x1, y0, y1, +x, +y, +width, +height, +section, +item, +z_index)
            """
        )
        // As a store's readers are set up.
        try connection.execute("PRAGMA mmap_size = 2147483648; PRAGMA cell_size_check = OFF")
        try connection.transaction {
            for (index, frame) in frames.enumerated() {
                try connection.run(
                    "INSERT INTO element VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?1, 0)",
                    index, frame.x, frame.maxX, frame.y, frame.maxY, frame.x, frame.y, frame.width, frame.height
                )
            }
        }
    }

    func close() {
        connection.close()
    }

    /// The elements that share some area with a rectangle.
    func elements(in rect: LayoutRect) throws -> [Element] {
        var elements: [Element] = []
        try connection.forEachRow(
            """
            SELECT x, y, width, height, section, item, z_index FROM element
            WHERE x1 >= ?1 AND x0 <= ?2 AND y1 >= ?3 AND y0 <= ?4
            """,
            rect.x, rect.maxX, rect.y, rect.maxY
        ) { row in
            let frame = LayoutRect(x: row.double(0), y: row.double(1), width: row.double(2), height: row.double(3))
            guard frame.overlaps(rect) else { return }
            elements.append(Element(frame: frame, section: row.int(4), item: row.int(5), zIndex: row.int(6)))
        }
        return elements
    }
}
