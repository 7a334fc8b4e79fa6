package import LayoutCMigrations

/// A text file that is part of the program, or a part of the schema.
package struct EmbeddedFile: Sendable {
    /// The file's path in its folder, or the name of the part.
    package let name: String
    package let text: String

    static let migrations = unsafe all(layout_migration_texts, layout_migration_list)

    static func migration(_ name: String) -> String {
        guard let file = migrations.first(where: { $0.name == name + ".sql" }) else {
            preconditionFailure("migration_files.h does not list \(name).sql")
        }
        return file.text
    }

    /// The files of a list of `#embed`, in its order.
    ///
    /// - Parameters:
    ///   - texts: The embedded files, a NUL after each.
    ///   - list: The list itself.
    package static func all(_ texts: LayoutEmbeddedText, _ list: LayoutEmbeddedText) -> [EmbeddedFile] {
        let contents = unsafe bytes(of: texts)
        var files: [ArraySlice<UInt8>] = []
        var start = 0
        // In a separate loop, since every program that opens a store waits for it.
        for end in contents.indices where contents[end] == 0 {
            files.append(contents[start..<end])
            start = end + 1
        }
        let names = unsafe bytes(of: list).split(separator: UInt8(ascii: "\n")).map(name(inLine:))
        precondition(names.count == files.count, "each line of a list embeds one file without a NUL in it")
        return zip(names, files).map { EmbeddedFile(name: $0, text: String(decoding: $1, as: UTF8.self)) }
    }

    /// `0001_tables.sql` of a line `#embed "../../Migrations/0001_tables.sql" …`.
    private static func name(inLine line: ArraySlice<UInt8>) -> String {
        let path = line.drop { $0 != UInt8(ascii: "\"") }.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        let folders = path.split(separator: UInt8(ascii: "/"), maxSplits: 3)
        return String(decoding: folders.last ?? [], as: UTF8.self)
    }

    /// The one place where memory of the C targets is read.
    private static func bytes(of text: LayoutEmbeddedText) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: text.bytes, count: text.count))
    }
}
