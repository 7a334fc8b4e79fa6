/// A POSIX extended regular expression.
@safe
package final class TextPattern {
    private var expression: regex_t
    private let isValid: Bool

    /// - Parameter fault: Is called with a message if the expression is not one; then nothing matches.
    package init(_ pattern: String, fault: (String) -> Void) {
        var compiled = unsafe regex_t()
        let code = unsafe regcomp(&compiled, pattern, REG_EXTENDED)
        isValid = code == 0
        unsafe expression = unsafe compiled
        guard code != 0 else { return }
        let length = 200
        var message = [CChar](repeating: 0, count: length)
        unsafe regerror(code, &compiled, &message, length)
        fault(String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    deinit {
        if isValid { unsafe regfree(&expression) }
    }

    /// The first group of the first match, or all of it; nil if there is none. A zero byte ends the text.
    package func firstMatch(in text: [UInt8]) -> String? {
        guard isValid else { return nil }
        let line = text.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let characters = line.map { CChar(bitPattern: $0) } + [0]
        var matches = [regmatch_t](repeating: regmatch_t(rm_so: -1, rm_eo: -1), count: 2)
        guard unsafe regexec(&expression, characters, 2, &matches, 0) == 0 else { return nil }
        let match = matches[1].rm_so >= 0 ? matches[1] : matches[0]
        return String(decoding: line[Int(match.rm_so)..<Int(match.rm_eo)], as: UTF8.self)
    }
}
