package import LayoutText

/// The results of a preparation.
public struct PreparationReport: Sendable, Hashable {
    /// The layout’s name.
    public var layout: String
    /// The number of sections laid out, wholly or in part.
    public var sectionsPrepared: Int
    /// The number of the layout's sections.
    public var sectionsTotal: Int
    /// The number of rows written because they are new or differ from the stored ones.
    public var elementsWritten: Int
    /// The duration, in seconds.
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

/// The progress of a preparation.
public struct PreparationProgress: Sendable {
    /// The layout’s name.
    public var layout: String
    /// The number of elements written.
    public var elementsWritten: Int
    /// The number of sections laid out, at least in part.
    public var sectionsPrepared: Int
    /// The share of the layout's items that is laid out, from 0 to 1.
    public var fraction: Double
}
