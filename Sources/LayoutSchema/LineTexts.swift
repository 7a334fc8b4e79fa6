package import LayoutPlatform
package import LayoutSQLite
internal import LayoutText

/// The texts of lines, read from their files. It keeps the files open that it read last, and the piece of the last one.
package final class LineTexts {
    private struct Known {
        let file: OpenFile
        let stamp: FileStamp
        var identity: FileIdentity
        var isSame: Bool
    }

    /// A piece of a file, and where its lines begin in it.
    private struct Piece {
        var path: String
        var offset: Int64
        var identity: FileIdentity
        var stamp: FileStamp
        /// When the file was last found to be the same.
        var checkedAt: ContinuousClock.Instant
        var bytes: [UInt8]
        var starts: [Int]

        /// A line with its break; nil beyond the last one.
        func line(_ place: Int) -> ArraySlice<UInt8>? {
            guard starts.indices.contains(place), starts[place] < bytes.count else { return nil }
            return bytes[starts[place]..<(place + 1 < starts.count ? starts[place + 1] : bytes.count)]
        }
    }

    private var known: [String: Known] = [:]
    private var piece: Piece?
    private var lastPlace = -1

    /// The number of bytes in a run of lines after which another run begins.
    package static let runBytes = 1 << 16
    /// How many lines a run has at most.
    package static let runLength = 256
    /// How many bytes of a line are shown at most.
    static let shownBytes = 1 << 14
    private static let knownLimit = 32
    /// How long lines are read one after another from a piece of a file, without another look at the file.
    private static let checkInterval = Duration.milliseconds(50)

    package init() {}

    /// The text of a line; nil if its file is no longer what was read.
    ///
    /// - Parameters:
    ///   - place: The line's number from 0, from the offset on.
    ///   - offset: The place in the file to begin at, in bytes.
    func text(_ place: Int, from offset: Int64, of path: String, _ identity: FileIdentity) -> String? {
        guard place >= 0, place < Self.runLength else { return nil }
        return piece(for: place, from: offset, of: path, identity)?.line(place).map { Self.shown($0) }
    }

    /// The piece of a file that begins at an offset; nil if the file is no longer what was read.
    ///
    /// A search asks for line after line, and a look at the file takes as long as a line.
    private func piece(for place: Int, from offset: Int64, of path: String, _ identity: FileIdentity) -> Piece? {
        let now = ContinuousClock.now
        let isKnown = piece.map { $0.offset == offset && $0.identity == identity && $0.path == path } ?? false
        let isNext = abs(place - lastPlace) == 1
        lastPlace = place
        if isKnown, isNext, let piece, now - piece.checkedAt < Self.checkInterval { return piece }
        guard offset >= 0, let known = file(at: path, identity), known.isSame else {
            piece = nil
            return nil
        }
        if isKnown, piece?.stamp == known.stamp {
            piece?.checkedAt = now
        } else {
            let count = min(Int64(Self.runBytes + Self.shownBytes + 4), identity.size - offset)
            guard let bytes = known.file.bytes(from: offset, count: Int(clamping: count)) else { return nil }
            var starts = [0]
            let span = bytes.span
            for index in span.indices where span[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
            piece = Piece(
                path: path, offset: offset, identity: identity, stamp: known.stamp, checkedAt: now, bytes: bytes,
                starts: starts)
        }
        return piece
    }

    private func file(at path: String, _ identity: FileIdentity) -> Known? {
        guard let stamp = FileStamp(path: path) else { return nil }
        if let found = known[path], found.stamp == stamp, found.identity == identity { return found }
        guard let file = OpenFile(path: path) else { return nil }
        if known.count >= Self.knownLimit { known.removeAll() }
        let found = Known(file: file, stamp: stamp, identity: identity, isSame: identity.matches(file))
        known[path] = found
        return found
    }

    /// The bytes of a line as they are shown, without break and byte order mark.
    ///
    /// A byte that is not UTF-8 shows as one replacement character, and a null byte as its sign. Each takes the one
    /// column that it was counted as.
    package static func shown(_ line: ArraySlice<UInt8>, limit: Int = shownBytes) -> String {
        var line = withoutBreak(line)
        let isCut = line.count > limit
        if isCut { line = line.prefix(limit) }
        if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        let bytes = Array(line)
        var text: [UInt8] = []
        // The bytes that are taken over come in runs.
        var (index, run) = (0, 0)
        while index < bytes.count {
            if bytes[index] > 0, bytes[index] < 0x80 {
                index += 1
                continue
            }
            switch ByteScanner.UTF8Sequence(at: index, in: bytes.span, end: bytes.count) {
            case .wellFormed(let length) where bytes[index] != 0: index += length
            case .cutShort where isCut: return String(decoding: text + bytes[run..<index], as: UTF8.self) + "…"
            default:
                text += bytes[run..<index]
                text += bytes[index] == 0 ? nullSign : replacement
                index += 1
                run = index
            }
        }
        let shown = run == 0 ? bytes : text + bytes[run...]
        return String(decoding: shown, as: UTF8.self) + (isCut ? "…" : "")
    }

    private static func withoutBreak(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard line.last == UInt8(ascii: "\n") else { return line }
        return line.dropLast(line.dropLast().last == UInt8(ascii: "\r") ? 2 : 1)
    }

    private static let replacement = Array("\u{FFFD}".utf8)
    private static let nullSign = Array("\u{2400}".utf8)

    /// Consecutive lines of a file, and the items that they are.
    package struct Run {
        package let items: ClosedRange<Int64>
        fileprivate let offset: Int64
        fileprivate let skip: Int64
        fileprivate let path: String
        fileprivate let identity: FileIdentity
    }

    /// The runs of the items from an id on, at most some.
    package static func runs(from id: Int64, count: Int, in connection: Connection) throws -> [Run] {
        var runs: [Run] = []
        try connection.forEachRow(
            """
            SELECT f.size, f.modified, f.digest, f.path, r.first_item, r.last_item, r.offset, r.skip
            FROM text_run AS r CROSS JOIN text_file AS f ON f.id = r.file_id
            WHERE r.first_item >= coalesce(
              (SELECT max(first_item) FROM text_run WHERE first_item <= ?1 AND last_item >= ?1), ?1)
            ORDER BY r.first_item LIMIT ?2
            """, id, count
        ) { row in
            guard row.int64(4) <= row.int64(5) else { return }
            runs.append(
                Run(
                    items: row.int64(4)...row.int64(5), offset: row.int64(6), skip: row.int64(7),
                    path: row.stringOrEmpty(3), identity: FileIdentity(row)))
        }
        return runs
    }

    /// Calls `body` with the item and the bytes of each line of a run from an item on, without breaks. Nothing is read
    /// of a file that is no longer what it was.
    package func forEachLine(of run: Run, from first: Int64, _ body: (Int64, ArraySlice<UInt8>) -> Void) {
        guard run.skip >= 0, let piece = piece(for: 0, from: run.offset, of: run.path, run.identity) else { return }
        for place in piece.starts.indices {
            let item = run.items.lowerBound - run.skip + Int64(place)
            guard item <= run.items.upperBound, let line = piece.line(place) else { return }
            if item >= max(first, run.items.lowerBound) {
                body(item, Self.withoutBreak(line).prefix(Self.shownBytes))
            }
        }
    }

    /// The text of a row of `item AS i` that is a line of a file, as an expression; NULL for any other item.
    static let sql = """
        (SELECT line_text(i.id - r.first_item + r.skip, r.offset, f.path, f.size, f.modified, f.digest) \
        FROM text_run AS r CROSS JOIN text_file AS f ON f.id = r.file_id \
        WHERE r.first_item = (SELECT max(first_item) FROM text_run WHERE first_item <= i.id) AND r.last_item >= i.id)
        """
    /// The payload of a row of `item AS i`: a line of a file has one with its text as the title.
    package static let payloadSQL = """
        CASE WHEN i.payload IS NULL \
        THEN (SELECT json_object('title', t.text) FROM (SELECT \(sql) AS text) AS t WHERE t.text IS NOT NULL) \
        ELSE i.payload END
        """

    /// Makes the function `line_text` known to a connection.
    @Sendable package static func register(on connection: Connection) throws {
        let texts = LineTexts()
        try connection.createFunction("line_text", argumentCount: 6) { _, arguments in
            guard case .integer(let place) = arguments.value(0), case .integer(let offset) = arguments.value(1),
                case .text(let path) = arguments.value(2), case .integer(let size) = arguments.value(3),
                case .integer(let modified) = arguments.value(4), case .integer(let digest) = arguments.value(5)
            else { return .null }
            let identity = FileIdentity(size: size, modified: modified, digest: digest)
            return texts.text(Int(place), from: offset, of: path, identity).map(SQLFunction.Value.text) ?? .null
        }
    }

    /// The part of a text file that was read, and what tells whether it is still the same.
    package struct FileIdentity: Hashable, Sendable {
        /// How many bytes were read.
        package var size: Int64
        package var modified: Int64
        /// A hash of the first and the last block of what was read.
        package var digest: Int64

        static let blockSize = 4096
    }
}

extension LineTexts.FileIdentity {
    /// The identity of the first bytes of an open file; nil if they cannot be read.
    package init?(of file: OpenFile, size: Int64) {
        let count = Int(min(size, Int64(Self.blockSize)))
        guard let stamp = file.stamp, stamp.isRegular, stamp.size >= size,
            let first = file.bytes(from: 0, count: count), first.count == count,
            let last = file.bytes(from: size - Int64(count), count: count), last.count == count
        else { return nil }
        self.init(
            size: size, modified: stamp.modified, digest: Int64(bitPattern: fingerprint(of: first + last)))
    }

    /// The identity in a row whose first columns are `size`, `modified` and `digest`.
    package init(_ row: Statement) { self.init(size: row.int64(0), modified: row.int64(1), digest: row.int64(2)) }

    /// Whether a file begins with what was read. One that only grew does.
    package func matches(_ file: OpenFile) -> Bool {
        if let stamp = file.stamp, stamp.isRegular, stamp.size == size, stamp.modified == modified { return true }
        return Self(of: file, size: size)?.digest == digest
    }
}
