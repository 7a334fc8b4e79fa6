internal import LayoutEngine
internal import LayoutSQLite

/// A plain table of frames with a B-tree on y: good where all elements in a strip are visible, and
/// blind to x.
final class OrderedElements {
    private let connection: Connection
    /// How far above the rectangle an element can begin and still reach into it.
    private let greatestHeight: Double

    init(_ frames: ContiguousArray<LayoutRect>, path: String) throws {
        greatestHeight = frames.reduce(0) { max($0, $1.height) }
        connection = try Connection(path: path, mode: .create)
        try connection.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192;
            CREATE TABLE element (id INTEGER PRIMARY KEY, x REAL, y REAL, width REAL, height REAL);
            """
        )
        try connection.transaction {
            for (index, frame) in frames.enumerated() {
                try connection.run(
                    "INSERT INTO element VALUES (?1, ?2, ?3, ?4, ?5)", index, frame.x, frame.y, frame.width,
                    frame.height
                )
            }
            try connection.execute("CREATE INDEX element_y ON element (y, x, width, height)")
        }
    }

    func close() {
        connection.close()
    }

    /// The frames that share some area with a rectangle.
    func frames(in rect: LayoutRect) throws -> [LayoutRect] {
        var frames: [LayoutRect] = []
        try connection.forEachRow(
            """
            SELECT x, y, width, height, id FROM element
            WHERE y > ?1 AND y < ?2 AND y + height > ?3 AND x < ?4 AND x + width > ?5
            """,
            rect.y - greatestHeight, rect.maxY, rect.y, rect.maxX, rect.x
        ) { row in
            let frame = LayoutRect(x: row.double(0), y: row.double(1), width: row.double(2), height: row.double(3))
            if frame.overlaps(rect) { frames.append(frame) }
        }
        return frames
    }
}
