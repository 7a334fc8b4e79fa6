/// The keys that all kinds of layouts have.
struct CommonKeys: Sendable, Equatable {
    var snap: SnapDefinition?
    var wraps = false

    static let object = DefinitionObject(
        "layout", "What every kind of layout has.", prototype: CommonKeys(),
        keys: [
            DefinitionKey(
                "snap", \.snap, .object(SnapDefinition.keys), "Where scrolling comes to rest; anywhere, if not written."
            ),
            DefinitionKey("wraps", \.wraps, .flag, "Whether the content repeats endlessly in both directions."),
        ])
}
