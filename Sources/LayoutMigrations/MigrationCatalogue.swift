package import LayoutCMigrations

/// The schema of a store as SQL text: the numbered migrations of the user's tables, and the derived parts.
///
/// A migration's text is frozen once it has been released; a later change is a new file in
/// `Migrations/` and its line in `Sources/LayoutCMigrations/migration_files.h`.
package enum MigrationCatalogue {
    /// The steps in the order in which they are applied; a file's `user_version` is their count.
    package static let steps = EmbeddedFile.migrations.filter { ("0"..."9").contains($0.name.prefix(1)) }.map {
        EmbeddedFile(name: String($0.name.dropLast(4)), text: $0.text)
    }

    /// The parts that hold nothing of the user's, in the order in which they are made. They can be made again at any
    /// time.
    ///
    /// They have no numbers: a file records the texts it carries, and gets these if they differ.
    package static let derived = [
        EmbeddedFile(name: "tables", text: EmbeddedFile.migration("derived_tables")),
        EmbeddedFile(name: "views", text: EmbeddedFile.migration("help") + "\n" + EmbeddedFile.migration("views")),
        EmbeddedFile(name: "triggers", text: EmbeddedFile.migration("triggers")),
    ]

    /// Grows with each release whose derived schema an older program would not understand.
    package static let derivedVersion = 9

    /// The value of `PRAGMA application_id` in our files: the letters "LyoC".
    package static let applicationID: Int32 = 0x4C79_6F43
}

/// A text file that is part of the program, or a part of the schema.
package struct EmbeddedFile: Sendable {
    /// The file's path in its folder, or the name of the part.
    package let name: String
    package let text: String

    static let migrations = unsafe all(layout_migration_texts, layout_migration_list)

    fileprivate static func migration(_ name: String) -> String {
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
