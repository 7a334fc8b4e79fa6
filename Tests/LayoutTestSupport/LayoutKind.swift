internal import LayoutEngine

/// A kind of layout as the tests draw it: one for each kind of the engine, by its name.
public struct LayoutKind: RawRepresentable, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let table = LayoutKind(rawValue: "table")
    public static let card = LayoutKind(rawValue: "card")
    public static let flow = LayoutKind(rawValue: "flow")
    public static let compositional = LayoutKind(rawValue: "compositional")
    public static let waterfall = LayoutKind(rawValue: "waterfall")
    public static let justified = LayoutKind(rawValue: "justified")
    public static let spreadsheet = LayoutKind(rawValue: "spreadsheet")
    public static let canvas = LayoutKind(rawValue: "canvas")

    public static let allCases = LayoutDefinition.samples.map { LayoutKind(rawValue: $0.kindName) }

    public var description: String { rawValue }
}
