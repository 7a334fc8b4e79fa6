package import LayoutText

/// The results of a preparation.
public struct PreparationReport: Sendable, Hashable {
    /// The layout’s name.
    public var layout: String
    /// How many sections were laid out, wholly or in part.
    public var sectionsPrepared: Int
    /// How many sections the layout has.
    public var sectionsTotal: Int
    /// How many rows were written because they are new or differ from what was stored.
    public var elementsWritten: Int
    /// How long it took, in seconds.
    public var seconds: Double

    /// The values of a report, in the order in which they are printed.
    package static let values: [NamedValue<PreparationReport>] = [
        NamedValue("layout") { .string($0.layout) },
        NamedValue("sectionsPrepared") { .integer($0.sectionsPrepared) },
        NamedValue("sectionsTotal") { .integer($0.sectionsTotal) },
        NamedValue("elementsWritten") { .integer($0.elementsWritten) },
        // No clock is more precise than microseconds.
        NamedValue("seconds") { .number(ReadableNumber.rounding($0.seconds, 6)) },
    ]
}

/// How far a preparation has come.
public struct PreparationProgress: Sendable {
    /// The layout’s name.
    public var layout: String
    /// How many elements were written.
    public var elementsWritten: Int
    /// How many sections were laid out, at least in part.
    public var sectionsPrepared: Int
    /// The share of the layout's items that is laid out, from 0 to 1.
    public var fraction: Double
}
