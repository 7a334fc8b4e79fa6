/// A kind of layout that lays its sections out along an axis, each with insets of its own around its items.
protocol SectionedDefinition: Sendable {
    var axis: LayoutAxis { get set }
    var sectionInsets: LayoutInsets { get set }
}

/// A kind whose sections may have a header and a footer, and a distance between them.
protocol SectionedDefinitionWithBars: SectionedDefinition {
    var sectionSpacing: Double { get set }
    var header: LayoutSize { get set }
    var footer: LayoutSize { get set }
    var pinHeaders: Bool { get set }
    var pinFooters: Bool { get set }
}

// The keys that these kinds share. Where in the order of its keys a kind has them is its own affair.

extension DefinitionKey where Root: SectionedDefinition {
    static var axis: Self {
        Self("axis", \.axis, .choice(.vertical), "The axis along which the content scrolls.")
    }

    static var sectionInsets: Self {
        Self(
            "sectionInsets", \.sectionInsets, .insets(),
            "What each section keeps free around its items. A section’s own row can override each.")
    }
}

extension DefinitionKey where Root: SectionedDefinitionWithBars {
    static var sectionSpacing: Self {
        Self("sectionSpacing", \.sectionSpacing, .length, "The distance between two sections, in points.")
    }

    static var header: Self {
        Self(
            "header", \.header, .size(),
            "The header of each section: only the extent along the axis counts, and 0 means none.")
    }

    static var footer: Self {
        Self(
            "footer", \.footer, .size(),
            "The footer of each section: only the extent along the axis counts, and 0 means none.")
    }

    static var pinHeaders: Self {
        Self("pinHeaders", \.pinHeaders, .flag, "Whether a header stays in sight while its section is.")
    }

    static var pinFooters: Self {
        Self("pinFooters", \.pinFooters, .flag, "Whether a footer stays in sight while its section is.")
    }
}
