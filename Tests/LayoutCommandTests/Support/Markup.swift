/// Checks that tags nest: a picture must do that before anything else.
enum Markup {
    static func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        for match in text.matches(of: /<(\/?)([A-Za-z]+)((?:[^<>"]|"[^"<]*")*?)(\/?)>/) {
            if !match.output.1.isEmpty {
                guard open.popLast() == match.output.2 else { return false }
            } else if match.output.4.isEmpty {
                open.append(match.output.2)
            }
        }
        return open.isEmpty && text.contains("<svg")
    }
}
