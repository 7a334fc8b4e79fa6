/// The first 100 bytes of a database file, and what of them cannot be.
///
/// SQLite refuses or misreads a whole file if one of a few of these bits has flipped. The rest of the file determines
/// each field's value: <https://sqlite.org/fileformat.html#the_database_header>.
struct FileHeader {
    /// A field that holds what it cannot.
    typealias Flaw = (what: String, offset: Int, right: [UInt8])

    static let count = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// The header, and perhaps more of the first page.
    let bytes: [UInt8]
    let facts: Facts

    /// Facts about the file from outside its header.
    struct Facts {
        /// In bytes.
        var size: Int
        var logPageSize: Int?
        /// Whether a journal or a log holds a part of it.
        var isWhole: Bool
        /// The encodings, 1 to 3, that its texts can have, if one of them was found. The two of UTF-16 cannot be told
        /// apart: each looks like the other one a byte further on.
        var encodings: [Int]?
    }

    private func number(at offset: Int, width: Int = 4) -> Int {
        bytes[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func bytes(of number: Int, width: Int = 4) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * (width - 1 - $0))) }
    }

    var applicationID: Int { number(at: 68) }

    /// Whether it begins as every database does.
    var hasMagic: Bool { bytes.starts(with: Self.magic) }

    /// The flaws that need no knowledge of the rest of the file.
    var flaws: [Flaw] {
        var flaws: [Flaw] = []
        func expect(_ isRight: Bool, _ what: String, at offset: Int, _ right: [UInt8]) {
            if !isRight { flaws.append((what, offset, right)) }
        }
        /// Expects one of some numbers, of which the first is put in the place of another one.
        func expect(_ name: String, at offset: Int, width: Int = 1, _ right: [Int]) {
            let found = number(at: offset, width: width)
            expect(right.contains(found), "its \(name) is \(found)", at: offset, Self.bytes(of: right[0], width: width))
        }
        expect(hasMagic, "it does not begin with “SQLite format 3”", at: 0, Self.magic)
        let size = pageSize
        expect("page size", at: 16, width: 2, [size & 0xFFFF | size >> 16])
        expect("write version", at: 18, [version, 3 - version])
        expect("read version", at: 19, [version, 3 - version])
        let reserved = Int(bytes[20])
        expect(
            reserved == 0 || size - reserved >= 480 && lastCellEnd(pageSize: size) <= size - reserved,
            "it reserves \(reserved) bytes at the end of each page", at: 20, [0])
        expect("largest payload fraction", at: 21, [64])
        expect("smallest payload fraction", at: 22, [32])
        expect("leaf payload fraction", at: 23, [32])
        // SQLite's own check finds every other wrong count, and the first statement that wants a page fails for
        // this one.
        let free = number(at: 36)
        expect(
            free == 0 || number(at: 32) != 0, "it counts \(free) free pages and names none", at: 36, Self.bytes(of: 0))
        // Both are 0 before anything was made in the file, or while all of it is in the log.
        if number(at: 44) == 0, number(at: 56) == 0, bytes.count > 104, number(at: 103, width: 2) == 0 { return flaws }
        expect("schema format", at: 44, width: 4, [4, 3, 2, 1])
        expect("text encoding", at: 56, width: 4, facts.encodings ?? [1, 2, 3])
        return flaws
    }

    /// A wrong number of pages.
    ///
    /// A longer file is not wrong, and a shorter one is damaged elsewhere: SQLite reports both. But it also takes pages
    /// beyond the number for damage, so that a repair has it count the file's pages instead.
    var wrongPageCount: Flaw? {
        guard facts.isWhole, number(at: 24) == number(at: 92), number(at: 28) != facts.size / pageSize else {
            return nil
        }
        return ("it counts \(number(at: 28)) pages", 92, Self.bytes(of: number(at: 24) ^ 1))
    }

    /// A page's size, from the header or from other evidence.
    private var pageSize: Int {
        func isValid(_ size: Int) -> Bool { size >= 512 && size <= 65536 && size & (size - 1) == 0 }
        let stored = number(at: 16, width: 2)
        let own = stored == 1 ? 65536 : stored
        if isValid(own) { return own }
        if let size = facts.logPageSize, isValid(size) { return size }
        let pages = number(at: 28)
        if pages > 0, facts.size % pages == 0, isValid(facts.size / pages) { return facts.size / pages }
        return 4096
    }

    /// The version of a file with a log is 2, and of one with a journal 1; both bytes agree.
    private var version: Int {
        for offset in [18, 19] where (1...2).contains(bytes[offset]) { return Int(bytes[offset]) }
        return facts.logPageSize == nil ? 1 : 2
    }

    /// The end of the last cell of the first page, if each page is used to its last byte; 0 if that is unknown.
    ///
    /// Cells fill a page from its end. A store's list of objects takes many pages, so that the first one names further
    /// ones.
    private func lastCellEnd(pageSize size: Int) -> Int {
        guard bytes.count >= size, bytes[100] == 5 else { return 0 }
        let count = number(at: 103, width: 2)
        guard 112 + 2 * count <= size else { return 0 }
        let ends = (0..<count).map { index in
            // A cell is the number of a page in four bytes, and a row id of one to nine. Each of these has a bit that
            // is set if another follows.
            let start = number(at: 112 + 2 * index, width: 2)
            var offset = start + 4
            while offset < min(size, start + 12), bytes[offset] >= 0x80 { offset += 1 }
            return offset + 1
        }
        return ends.filter { $0 <= size }.max() ?? 0
    }
}
