internal import LayoutMigrations
internal import LayoutSQLite

/// The part of a store's schema that holds what is the user's: numbered migrations, each run once.
enum UserSchema {
    static let migrator = Migrator(
        applicationID: MigrationCatalogue.applicationID, table: "schema_migration",
        migrations: MigrationCatalogue.steps.map { Migration(identifier: $0.identifier, sql: $0.sql) }
    )

    /// The tables that the migrations make, and their indexes.
    static let objects: [DerivedSchema.Object] = MigrationCatalogue.steps.flatMap { DerivedSchema.objects(in: $0.sql) }

    static let names = Set(objects.map(\.name))
}
