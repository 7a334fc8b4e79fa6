/// The schema of a store as SQL text: the numbered migrations, and the triggers that note changes.
///
/// A migration's text is frozen once it has been released; a later change is a new file in
/// `Migrations/` and its line in `Sources/LayoutCMigrations/migration_files.h`.
public enum MigrationCatalogue {
    /// One numbered step of the schema.
    public struct Step: Sendable {
        public let identifier: String
        public let sql: String
    }

    /// The steps in the order in which they are applied; a file's `user_version` is their count.
    public static let steps = EmbeddedFile.all.filter(\.isNumbered).map { Step(identifier: $0.name, sql: $0.text) }

    /// The triggers that mark what a change makes stale, with the view that they share.
    ///
    /// They are not a migration, because they are installed only where there is something to mark,
    /// and are taken out during a bulk load.
    public static let invalidation = EmbeddedFile.named("invalidation").text

    /// What `PRAGMA application_id` says in our files: the letters "LyoC".
    public static let applicationID: Int32 = 0x4C79_6F43
}
