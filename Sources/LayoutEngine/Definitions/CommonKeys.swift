/// The treatment of a section without items.
public enum EmptySections: String, Sendable, Hashable, CaseIterable {
    /// It keeps its header, footer and insets.
    case keep
    /// It takes no room at all, and there is no spacing beside it.
    case hide
}

/// The keys that all kinds of layouts have.
struct CommonKeys: Sendable, Equatable {
    var snap: SnapDefinition?
    var wraps = false
    var scale: Double?
    var rightToLeft = false
    var emptySections = EmptySections.keep
    var selfSizing = SelfSizing.unmeasured

    private static let rightToLeftKey = DefinitionKey<Self>(
        "rightToLeft", \.rightToLeft, .flag, "Whether everything is mirrored, so that leading is right.")

    private static let object = DefinitionObject(
        "layout", "The keys of every kind of layout.", prototype: CommonKeys(),
        keys: [
            DefinitionKey(
                "snap", \.snap, .object(SnapDefinition.keys), "The target of scroll gestures. Default: any offset."
            ),
            DefinitionKey("wraps", \.wraps, .flag, "Whether the content repeats endlessly in both directions."),
            DefinitionKey(
                "scale", \.scale, .number(.positiveUpTo(16)),
                "Pixels for one point, to whose grid frames are rounded; not rounded, if not written."),
            DefinitionKey(
                "emptySections", \.emptySections, .choice(.keep),
                "The treatment of a section without items: it keeps its room, or takes none at all."),
            DefinitionKey(
                "selfSizing", \.selfSizing, .choice(.unmeasured),
                "The lengths that cells, headers and footers may give themselves: none, those that are not stored, all."
            ),
        ])

    private static let directedObject = DefinitionObject(
        object.name, object.meaning, prototype: object.prototype, keys: object.keys + [rightToLeftKey])

    /// The keys that a kind shares with all kinds. A kind that cannot be mirrored, or has its own key for that, lacks
    /// the common one.
    static func object(of kind: any DefinitionKind.Type) -> DefinitionObject<CommonKeys> {
        kind.hasDirection && !kind.keyNames.contains(rightToLeftKey.name) ? directedObject : object
    }
}
