internal import LayoutCMigrations

/// The schema of a store as SQL text: the numbered migrations of the user's tables, and the derived parts.
///
/// A migration's text is frozen once it has been released; a later change is a new file in
/// `Migrations/` and its line in `Sources/LayoutCMigrations/migration_files.h`.
package enum MigrationCatalogue {
    /// One numbered step of the schema.
    package struct Step: Sendable {
        package let identifier: String
        package let sql: String
    }

    /// The steps in the order in which they are applied; a file's `user_version` is their count.
    package static let steps = EmbeddedFile.all.filter(\.isNumbered).map { Step(identifier: $0.name, sql: $0.text) }

    /// A part of the schema that can be made again at any time, because it holds nothing of the user's.
    package struct Part: Sendable {
        /// `tables`, `views` or `triggers`.
        package let name: String
        package let sql: String
    }

    /// The parts in the order in which they are made.
    ///
    /// They have no numbers: a file records the texts it carries, and gets these if they differ.
    package static let derived: [Part] = [
        Part(name: "tables", sql: EmbeddedFile.named("derived_tables").text),
        Part(name: "views", sql: EmbeddedFile.named("help").text + "\n" + EmbeddedFile.named("views").text),
        Part(name: "triggers", sql: EmbeddedFile.named("triggers").text),
    ]

    /// Grows with each release whose derived schema an older program would not understand.
    package static let derivedVersion = 8

    /// The value of `PRAGMA application_id` in our files: the letters "LyoC".
    package static let applicationID: Int32 = 0x4C79_6F43
}

/// An SQL file that is part of the program.
struct EmbeddedFile {
    /// The file's name without its extension.
    let name: String
    let text: String

    /// Whether the file is a step of the schema.
    var isNumbered: Bool {
        name.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// Every file, in the order of `migration_files.h`.
    static let all: [EmbeddedFile] = {
        // A NUL follows each text.
        let contents = unsafe bytes(of: layout_migration_texts)
        var texts: [ArraySlice<UInt8>] = []
        var start = 0
        // In a separate loop, since every program that opens a store waits for it.
        for end in contents.indices where contents[end] == 0 {
            texts.append(contents[start..<end])
            start = end + 1
        }
        let names = unsafe bytes(of: layout_migration_list).split(separator: UInt8(ascii: "\n")).map(name(inLine:))
        precondition(names.count == texts.count, "each line of migration_files.h embeds one file without a NUL in it")
        return zip(names, texts).map { EmbeddedFile(name: $0, text: String(decoding: $1, as: UTF8.self)) }
    }()

    static func named(_ name: String) -> EmbeddedFile {
        guard let file = all.first(where: { $0.name == name }) else {
            preconditionFailure("migration_files.h does not list \(name).sql")
        }
        return file
    }

    /// `0001_tables` of a line `#embed "../../Migrations/0001_tables.sql" …`.
    private static func name(inLine line: ArraySlice<UInt8>) -> String {
        let path = line.drop { $0 != UInt8(ascii: "\"") }.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        let file = path.split(separator: UInt8(ascii: "/")).last ?? []
        return String(decoding: file.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    }

    /// The one place where memory of the C target is read.
    private static func bytes(of text: LayoutEmbeddedText) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: text.bytes, count: text.count))
    }
}
