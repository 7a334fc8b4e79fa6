/// A public declaration as it stands in a source file, with the comment above it.
struct PublicDeclaration: CustomStringConvertible {
    /// The file and the 1-based line.
    var place: String
    /// Everything before the body, on one line.
    var signature: String
    /// The lines of its `///`, without the slashes.
    var documentation: [String]
    var type: String?
    /// Whether its errors are those of a blocking form beside it, or documented by its type for all members.
    var hasKnownErrors = false

    var description: String { "\(place): \(signature)" }

    /// The fault of its comment; nil if it is complete.
    var fault: String? {
        guard let first = documentation.first, !first.isEmpty else { return "\(self): has no comment" }
        let summary = documentation.prefix { !$0.isEmpty && !$0.hasPrefix("- ") }
        guard let last = summary.last else { return "\(self): does not begin with a sentence" }
        if first.prefixMatch(of: Self.indirectBeginning) != nil {
            return "\(self): does not begin with a noun or a verb"
        }
        guard [".", ":", "…"].contains(where: last.hasSuffix) else { return "\(self): its first sentence does not end" }
        let tells = documentation.contains { $0.hasPrefix("- Throws:") }
        if canThrow, !tells, !hasKnownErrors { return "\(self): does not document what it throws" }
        if tells, !canThrow { return "\(self): documents an error" }
        return nil
    }

    /// A beginning without a subject: “True if …” or “The number of …” is clearer.
    private static var indirectBeginning: Regex<Substring> {
        /(?:What|Whether|Where|Which|Whose|How|(?:By|In|At|From|Of|To|For) (?:what|which))\s/
    }

    var documentsErrorsOfMembers: Bool { documentation.joined(separator: " ").contains("throw ``LayoutError``") }

    /// The name of the type that it declares; nil for other declarations.
    var typeName: String? { SourceLine(Substring(signature)).typeName }

    /// Whether it is marked with `throws`, closures that it takes aside.
    var canThrow: Bool { words.contains("throws") }

    var isAsynchronous: Bool { words.contains("async") }

    /// The name of a function; nil for other declarations.
    private var name: Substring? { words.drop { $0 != "func" }.dropFirst().first }

    /// The type and the name of a function, with its labels: `StoredLayout.prepare(in:)`; nil for other declarations.
    var call: String? {
        guard let type, let name else { return nil }
        var depth = 0
        var parameters = ""
        var before: Character = " "
        for character in signature.drop(while: { $0 != "(" }) {
            if "([<".contains(character) { depth += 1 }
            if depth == 1 { parameters.append(character) }
            // The arrow of a closure closes nothing.
            if ")]".contains(character) || character == ">" && before != "-" { depth -= 1 }
            if depth == 0 { break }
            before = character
        }
        let labels = parameters.split(separator: ",").compactMap { $0.split { !$0.isLetter && $0 != "_" }.first }
        return "\(type).\(name)(" + labels.map { "\($0):" }.joined() + ")"
    }

    private var words: [Substring] {
        var depth = 0
        var outside = ""
        for character in signature {
            if character == "(" { depth += 1 }
            if depth == 0 { outside.append(character) }
            if character == ")" { depth -= 1 }
        }
        return Substring(outside).split { !$0.isLetter }
    }
}

extension PublicDeclaration {
    /// The public declarations of a formatted source file: public ones, the cases of public enumerations, and the
    /// requirements of public protocols.
    ///
    /// - Parameter typesWithErrors: Types that document the errors of their members.
    static func all(in source: String, file: String, typesWithErrors: Set<String> = []) -> [PublicDeclaration] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { SourceLine($0) }
        var found: [PublicDeclaration] = []
        // Open enumerations and protocols that are public, by what their bodies are indented with.
        var bodies: [Int: [String]] = [:]
        var type: String?
        for (index, line) in lines.enumerated() {
            bodies = bodies.filter { line.text.isEmpty || line.indentation >= $0.key }
            if line.indentation == 0, let name = line.typeName { type = name }
            let isMember = line.words.first.map { bodies[line.indentation]?.contains(String($0)) ?? false } ?? false
            guard line.isPublic || isMember else { continue }
            var declaration = PublicDeclaration(
                place: "\(file):\(index + 1)", signature: signature(from: index, in: lines),
                documentation: documentation(above: index, in: lines))
            declaration.type = type
            declaration.hasKnownErrors =
                type.map(typesWithErrors.contains) ?? false
                || declaration.isAsynchronous && found.contains { $0.name == declaration.name && !$0.isAsynchronous }
            found.append(declaration)
            guard line.text.hasSuffix("{") else { continue }
            if line.words.contains("enum") { bodies[line.indentation + 4] = ["case", "indirect"] }
            if line.words.contains("protocol") {
                bodies[line.indentation + 4] = ["func", "var", "init", "associatedtype", "static", "mutating"]
            }
        }
        return found
    }

    private static func signature(from index: Int, in lines: [SourceLine]) -> String {
        var text = String(lines[index].text)
        var last = index
        func goesOn() -> Bool {
            guard last + 1 < lines.count else { return false }
            let isOpen = text.count { $0 == "(" } > text.count { $0 == ")" }
            guard isOpen || !text.hasSuffix("{") && !text.hasSuffix("}") else { return false }
            return isOpen
                || ["async", "throws", "->", "where", "{", ")"].contains { lines[last + 1].text.hasPrefix($0) }
        }
        while goesOn() {
            last += 1
            text += " " + lines[last].text
        }
        let signature = withoutBody(text)
        // A property declares inside of its body that it can throw.
        return last + 1 < lines.count && lines[last + 1].text.hasPrefix("get throws") ? signature + "throws" : signature
    }

    /// The text before the first brace that is not inside of parentheses.
    private static func withoutBody(_ text: String) -> String {
        var depth = 0
        return String(
            text.prefix { character in
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                return depth > 0 || character != "{"
            })
    }

    private static func documentation(above index: Int, in lines: [SourceLine]) -> [String] {
        var above = index - 1
        while above >= 0, lines[above].text.hasPrefix("@"), !lines[above].isPublic { above -= 1 }
        var found: [String] = []
        while above >= 0, lines[above].text.hasPrefix("///") {
            found.append(String(lines[above].text.dropFirst(3).drop { $0 == " " }))
            above -= 1
        }
        return found.reversed()
    }
}

/// A line of a formatted source file.
private struct SourceLine {
    let indentation: Int
    let text: Substring
    let words: [Substring]

    init(_ line: Substring) {
        text = line.drop { $0 == " " }
        indentation = line.count - text.count
        words = text.split { $0 == " " || $0 == "(" || $0 == "{" }.drop { $0.hasPrefix("@") }.map(\.self)
    }

    /// The name of the type that it declares or extends; nil if it does neither.
    var typeName: String? {
        guard !text.hasPrefix("//") else { return nil }
        let kinds: Set<Substring> = ["actor", "class", "enum", "extension", "protocol", "struct"]
        return words.drop { !kinds.contains($0) }.dropFirst().first.map { String($0.prefix { $0 != ":" }) }
    }

    /// Whether it declares something public; imports and extensions do not.
    var isPublic: Bool {
        // A call of a function of that name is no modifier.
        guard words.first == "public" || words.first == "open" && text.contains("open ") else { return false }
        return !words.contains("import") && !words.contains("extension")
    }
}
