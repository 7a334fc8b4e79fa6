internal import LayoutMigrations
internal import LayoutSQLite

/// The part of a store's schema that holds what is the user's: numbered migrations, each run once.
enum UserSchema {
    static let migrator = Migrator(
        applicationID: MigrationCatalogue.applicationID, table: "schema_migration",
        migrations: MigrationCatalogue.steps.map { Migration(identifier: $0.identifier, sql: $0.sql) }
    )
}
