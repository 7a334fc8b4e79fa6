/// The migrations of a store, in order.
public enum MigrationCatalogue {}
