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
