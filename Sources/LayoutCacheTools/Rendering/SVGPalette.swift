/// The colours of a picture: one family for each section, neighbours well apart.
package struct SVGPalette {
    /// A pale one to fill with, a middle one for outlines, a dark one for text and headers.
    package struct Family: Sendable {
        package var pale: String
        package var middle: String
        package var dark: String
    }

    static let ink = "#2B3440"
    static let quiet = "#77818D"
    static let paper = "#FFFFFF"
    /// The colour of marks that must stand out over the elements.
    static let accent = "#0A67C2"
    static let alarm = "#D6336C"

    /// The colours of elements of the whole layout.
    package static let neutral = Family(pale: "#E7EAEE", middle: "#A9B2BD", dark: "#4A5561")

    package static let families = [
        Family(pale: "#D3E5F8", middle: "#84B1DE", dark: "#24517F"),
        Family(pale: "#FCE0CA", middle: "#E8A774", dark: "#8A4B17"),
        Family(pale: "#D2EDD8", middle: "#7FC290", dark: "#22643A"),
        Family(pale: "#E6DDF7", middle: "#AC95DD", dark: "#513A8C"),
        Family(pale: "#FBEDBE", middle: "#DBBD52", dark: "#6F5A0B"),
        Family(pale: "#F6D5E4", middle: "#DA90B4", dark: "#86335D"),
        Family(pale: "#CFEEEC", middle: "#70BFBA", dark: "#135F5B"),
        Family(pale: "#F8D7D4", middle: "#DF9089", dark: "#853029"),
    ]

    /// Hues in steps of 7.5 degrees from 30, oklch(0.74 0.12 hue): for more sections than there are distinct colours.
    private static let wheel = [
        "#ED8D7D", "#EB8F73", "#E99169", "#E69460", "#E29858", "#DD9B51", "#D79F4C", "#D0A348", "#C8A747", "#C0AB49",
        "#B6AF4D", "#ACB253", "#A1B65A", "#96B963", "#89BC6D", "#7DBE77", "#6FC082", "#62C28D", "#54C398", "#46C3A3",
        "#39C3AE", "#2DC3B8", "#25C2C2", "#24C1CC", "#2ABFD4", "#35BDDC", "#41BAE4", "#4FB7EA", "#5CB4EF", "#69B1F3",
        "#75AEF5", "#82AAF7", "#8DA7F7", "#98A3F6", "#A3A0F3", "#AD9CF0", "#B699EB", "#BF96E6", "#C793DF", "#CF91D7",
        "#D58ECF",
    ]

    /// The greatest number of sections with distinct colours on an overview.
    private static let tintedSections = 64

    /// The colour of a section on an overview, as the page of the browser has it.
    static func tone(ofSection section: Int?, of count: Int) -> String {
        guard let section, count > tintedSections else { return family(ofSection: section).middle }
        return wheel[min(max(section, 0) * (wheel.count - 1) / count, wheel.count - 1)]
    }

    static func family(ofSection section: Int?) -> Family {
        guard let section else { return neutral }
        return families[section % families.count]
    }

    /// The dark colours of a picture, for viewers whose system is dark.
    ///
    /// Every colour of ``SVGPalette`` is an attribute in the picture; a style sheet puts another one in its place.
    /// Programs that know no media queries, such as converters to PNG, draw the light picture.
    enum Theme {
        private static let paper = "#1A1F26"

        /// Element by element of the palette: the light colour and the dark one.
        private static let pairs: [(light: String, dark: String)] =
            [
                (SVGPalette.paper, paper), (SVGPalette.ink, "#E6EAEF"), (SVGPalette.quiet, "#A5B0BC"),
                (SVGPalette.accent, "#64B0FF"), (SVGPalette.alarm, "#FFCF5C"),
            ]
            + ([SVGPalette.neutral] + SVGPalette.families).flatMap { family in
                [
                    (family.pale, mixed(family.middle, paper, 0.78)),
                    (family.middle, mixed(family.middle, paper, 0.45)),
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
}
