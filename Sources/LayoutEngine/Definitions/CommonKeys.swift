internal import LayoutText

/// The treatment of a section without items.
public enum EmptySections: String, Sendable, Hashable, CaseIterable {
    /// It keeps its header, footer and insets.
    case keep
    /// It takes no room at all, and there is no spacing beside it.
    case hide
}

/// The keys that kinds of layouts share, except the ones that they lack.
enum CommonKeys {
    private static let object = DefinitionObject<LayoutDefinition>(
        name: "layout", meaning: "The keys of every kind of layout.", prototype: .canvas,
        keys: [
            DefinitionKey(
                "snap", \.snap, .object(SnapDefinition.keys), "The target of scroll gestures. Default: any offset."),
            DefinitionKey("wraps", \.wraps, .flag, "If true, the content repeats endlessly in both directions."),
            DefinitionKey(
                "scale", \.scale, .number(.positiveUpTo(16)),
                "Pixels for one point, to whose grid frames are rounded. Items that are half a pixel too long still "
                    + "fit into a line or group. Default: not rounded; 1/64 point too long fits."),
            DefinitionKey(
                "emptySections", \.emptySections, .choice(.keep),
                "The treatment of a section without items: it keeps its room, or takes none at all."),
            DefinitionKey(
                "rightToLeft", \.rightToLeft, .flag,
                "If true, everything is mirrored: leading is right. A sheet that is narrower than the container stands "
                    + "at its right edge. Content that scrolls along x is mirrored within itself."),
            DefinitionKey(
                "selfSizing", \.selfSizing, .choice(.unmeasured),
                "The lengths that cells, headers and footers may give themselves: none, only missing ones, all."),
        ])

    /// The shared keys that a kind takes.
    ///
    /// - Parameter takesAll: Whether those count as well that would have no effect.
    static func object(
        of kind: any DefinitionKind.Type, takesAll: Bool = false
    ) -> DefinitionObject<LayoutDefinition> {
        let others = (takesAll ? [] : kind.lackedKeys) + kind.keyNames
        var own = object
        own.keys.removeAll { others.contains($0.name) }
        return own
    }

    /// Refuses a member of a definition that would have no effect in its kind.
    static func refuseLackedKeys(in members: [JSONValue.Member], of kind: any DefinitionKind.Type) throws(LayoutError) {
        let lacked = Set(kind.lackedKeys.map(ExactString.init))
        for member in members where lacked.contains(ExactString(member.key)) {
            throw LayoutError(
                path: JSONPath.member(member.key), message: "has no effect in a layout of kind \(kind.kindName)")
        }
    }
}

extension DefinitionKind {
    /// Its own keys, and the common ones that it takes.
    static var description: ObjectDescription {
        var description = keys.description
        description.keys += CommonKeys.object(of: self).description.keys
        return description
    }
}

/// The lengths that cells, headers and footers on the screen may give themselves.
public enum SelfSizing: String, Sendable, Hashable, CaseIterable {
    /// None: a view shows the layout's sizes.
    case never
    /// Lengths that are not stored, or that a view measured before.
    case unmeasured
    /// All lengths that the layout takes from its items and sections, stored ones included.
    case always
}
