/// The dark colours of a picture, for viewers whose system is dark.
///
/// Every colour of ``SVGPalette`` is an attribute in the picture; a style sheet puts another one in its place. Programs
/// that know no media queries, such as converters to PNG, draw the light picture.
enum SVGTheme {
    private static let paper = "#1A1F26"

    /// Element by element of the palette: the light colour and the dark one.
    private static let pairs: [(light: String, dark: String)] =
        [
            (SVGPalette.paper, paper), (SVGPalette.ink, "#E6EAEF"), (SVGPalette.quiet, "#A5B0BC"),
            (SVGPalette.accent, "#64B0FF"), (SVGPalette.alarm, "#FFCF5C"),
        ]
        + ([SVGPalette.neutral] + SVGPalette.families).flatMap { family in
            [
                (family.pale, mixed(family.middle, paper, 0.78)), (family.middle, mixed(family.middle, paper, 0.45)),
                (family.dark, mixed(family.pale, paper, 0.06)),
            ]
        }

    /// A style sheet that follows the system; empty for a light picture.
    static func style(_ theme: PictureOptions.Theme) -> String {
        guard theme == .auto else { return "" }
        let rules = pairs.flatMap { light, dark in
            ["fill", "stroke"].map { "[\($0)=\"\(light)\"]{\($0):\(dark)}" }
        }
        return "<style>@media (prefers-color-scheme: dark){\(rules.joined())}</style>\n"
    }

    /// Some of one colour and some of another, as the page mixes them: `share` is the other's.
    private static func mixed(_ colour: String, _ other: String, _ share: Double) -> String {
        let (first, second) = (channels(of: colour), channels(of: other))
        let parts = zip(first, second).map { Int(($0 * (1 - share) + $1 * share).rounded()) }
        return "rgb(\(parts[0]) \(parts[1]) \(parts[2]))"
    }

    private static func channels(of colour: String) -> [Double] {
        let value = Int(colour.dropFirst(), radix: 16) ?? 0
        return [16, 8, 0].map { Double(value >> $0 & 255) }
    }
}
