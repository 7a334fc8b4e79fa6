internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// The obvious ways to store frames for finding: a row for each.
final class StoredFrames {
    enum Index {
        /// An R*Tree with an entry for each element, and the attributes in its auxiliary columns.
        case tree
        /// A plain table with a B-tree on y: good if all elements in a strip are visible, and blind to x.
        case order
    }

    /// A query's result: as much as a collection view needs.
    struct Element {
        var frame: LayoutRect
        var section: Int
        var item: Int
        var zIndex: Int
    }

    private let connection: Connection
    private let query: String
    /// How far above the rectangle an element can begin and still reach into it.
    private let reach: Double

    /// Makes a file and fills it.
    init(_ frames: ContiguousArray<LayoutRect>, _ index: Index, path: String) throws {
        connection = try Connection(path: path, mode: .create)
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192")
        let columns: String
        switch index {
        case .tree:
            try connection.execute(
                """
                CREATE VIRTUAL TABLE element USING rtree
                  (id, x0, x1, y0, y1, +x, +y, +width, +height, +section, +item, +z_index);
                """)
            // As a store's readers are set up.
            try connection.execute("PRAGMA mmap_size = 2147483648; PRAGMA cell_size_check = OFF")
            columns = "id, x0, x1, y0, y1, x, y, width, height, section, item, z_index"
            query = """
                SELECT x, y, width, height, section, item, z_index FROM element
                WHERE x1 >= ?1 AND x0 <= ?2 AND y1 >= ?3 AND y0 <= ?4
                """
            reach = 0
        case .order:
            try connection.execute(
                "CREATE TABLE element (id INTEGER PRIMARY KEY, x REAL, y REAL, width REAL, height REAL)")
            columns = "id, x, y, width, height"
            query = """
                SELECT x, y, width, height, 0, id, 0 FROM element
                WHERE y > ?5 AND y < ?4 AND y + height > ?3 AND x < ?2 AND x + width > ?1
                """
            reach = frames.reduce(0) { max($0, $1.height) }
        }
        let values = index == .tree ? "?1, ?2, ?2 + ?4, ?3, ?3 + ?5, ?2, ?3, ?4, ?5, 0, ?1, 0" : "?1, ?2, ?3, ?4, ?5"
        try connection.transaction {
            for (index, frame) in frames.enumerated() {
                try connection.run(
                    "INSERT INTO element (\(columns)) VALUES (\(values))", index, frame.x, frame.y, frame.width,
                    frame.height)
            }
            if index == .order { try connection.execute("CREATE INDEX element_y ON element (y, x, width, height)") }
        }
    }

    func close() { connection.close() }

    /// The frames of all elements of a prepared layout, in memory.
    ///
    /// - Parameter count: About how many elements there are: content is read in strips of some thousands.
    static func all(of layout: StoredLayout, count: Int) throws -> ContiguousArray<LayoutRect> {
        let content = try layout.contentSize()
        let stripHeight = content.height / Double(max(1, count / 4096))
        var frames = ContiguousArray<LayoutRect>()
        var y = 0.0
        while stripHeight > 0, y < content.height {
            let strip = LayoutRect(x: 0, y: y, width: content.width, height: stripHeight)
            // One that begins in an earlier strip was there.
            frames += try layout.layoutAttributesForElements(in: strip).map(\.frame).filter { $0.y >= y }
            y += stripHeight
        }
        return frames
    }

    /// The elements that share some area with a rectangle.
    func elements(in rect: LayoutRect) throws -> [Element] {
        var elements: [Element] = []
        func add(_ row: Statement) {
            let frame = LayoutRect(x: row.double(0), y: row.double(1), width: row.double(2), height: row.double(3))
            guard frame.overlaps(rect) else { return }
            elements.append(Element(frame: frame, section: row.int(4), item: row.int(5), zIndex: row.int(6)))
        }
        if reach == 0 {
            try connection.forEachRow(query, rect.x, rect.maxX, rect.y, rect.maxY, body: add)
        } else {
            try connection.forEachRow(query, rect.x, rect.maxX, rect.y, rect.maxY, rect.y - reach, body: add)
        }
        return elements
    }
}
