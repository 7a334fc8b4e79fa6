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
    package static let derivedVersion = 4

    /// The value of `PRAGMA application_id` in our files: the letters "LyoC".
    package static let applicationID: Int32 = 0x4C79_6F43
}
