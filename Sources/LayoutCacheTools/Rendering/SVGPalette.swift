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

    static func family(ofSection section: Int?) -> Family {
        guard let section else { return neutral }
        return families[section % families.count]
    }
}
