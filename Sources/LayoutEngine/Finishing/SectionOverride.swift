internal import LayoutText

/// A section's override of a layout's definition, in its own row: a JSON object with keys of the layout's kind.
///
/// Keys that only other kinds know are ignored, because one data set has layouts of several kinds.
enum SectionOverride {
    /// The keys that belong to the layout as a whole.
    static let wholeLayoutKeys = [
        "layout", "axis", "scale", "rightToLeft", "contentInsets", "sectionSpacing", "emptySections", "selfSizing",
        "snap", "wraps", "wrapsAxis", "sticky", "motion", "separators", "background", "indentation",
        "listHeader", "listFooter", "pinListHeader", "pinListFooter",
    ]

    /// The keys that some kind knows in a section.
    private static let knownKeys: Set<ExactString> = {
        var names = CompositionalSection.keys.keys.map(\.name) + CompositionalDefinition.keyNames
        for kind in LayoutKinds.all { names += kind.keyNames }
        return Set(names.map(ExactString.init))
    }()

    /// The members of an override that a kind takes.
    ///
    /// - Parameter own: The names of the keys that the kind takes in a section.
    /// - Throws: The fault of a text that is no object, of a key that no kind knows, and of one that belongs to the
    ///   whole layout.
    private static func members(of text: String, own: [String]) throws(LayoutError) -> [JSONValue.Member] {
        let value: JSONValue
        do throws(JSONValue.SyntaxError) {
            value = try JSONValue(parsing: text)
        } catch {
            throw LayoutError(path: "", message: "is not JSON: \(error.message)")
        }
        let members = try LayoutError.members(of: value)
        let ownNames = Set(own.map(ExactString.init))
        let whole = Set(wholeLayoutKeys.map(ExactString.init))
        for member in members {
            let name = ExactString(member.key)
            if ownNames.contains(name) { continue }
            let path = JSONValue.Path.member(member.key)
            if whole.contains(name) {
                throw LayoutError(path: path, message: "belongs to the whole layout, and not to a section of it")
            }
            if !knownKeys.contains(name) {
                throw LayoutError(path: path, message: "unknown key; no kind of layout has it")
            }
        }
        return members.filter { ownNames.contains(ExactString($0.key)) }
    }

    /// The section of an override for a compositional layout; nil if it has none.
    static func section(_ text: String) throws(LayoutError) -> CompositionalSection? {
        // Some of its keys have the names of keys of whole layouts, and mean the section.
        let keys = CompositionalSection.keys
        let members = try members(of: text, own: keys.keys.map(\.name))
        if members.isEmpty { return nil }
        let section = try keys.readKeys(members, fallback: keys.prototype)
        try keys.rule(section)
        return section
    }

    /// A definition with its values replaced by an override's.
    static func definition<Kind: DefinitionKind>(_ base: Kind, with text: String) throws(LayoutError) -> Kind {
        let whole = Set(wholeLayoutKeys.map(ExactString.init))
        let own = Kind.keyNames.filter { !whole.contains(ExactString($0)) }
        let members = try members(of: text, own: own)
        if members.isEmpty { return base }
        let names = Set(members.map { ExactString($0.key) })
        let definition = try Kind.read(base.members.filter { !names.contains(ExactString($0.key)) } + members)
        try definition.checkRule()
        return definition
    }
}

extension DefinitionKind {
    /// The plan of the definition with an override; nil if it has no key that the kind takes.
    func makePlan(
        overriddenBy text: String, in container: LayoutSize, options: PlanOptions
    ) throws(LayoutError) -> (any LayoutPlan)? {
        if self is CompositionalDefinition {
            guard let section = try SectionOverride.section(text) else { return nil }
            return try CompositionalDefinition(sections: [section]).makePlan(in: container, options: options)
        }
        let definition = try SectionOverride.definition(self, with: text)
        if definition == self { return nil }
        do throws(LayoutError) {
            return try definition.makePlan(in: container, options: options)
        } catch {
            // A plan's own faults have the whole path.
            throw LayoutError(error.code, error.message, path: error.path.map { String($0.dropFirst()) })
        }
    }
}
