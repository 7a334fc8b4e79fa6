internal import Foundation

/// A file of cases beside the tests that read it: paragraphs, with an empty line between two. One that begins with `# `
/// is a comment.
public struct DataFile: Sendable {
    /// A paragraph of such a file.
    public struct Case: Sendable {
        /// The first line.
        public var heading: String
        /// The lines below it as one, without their indentation.
        public var text: String

        /// The words behind each of some names, up to the next one; those before the first name are behind "".
        public static func fields(_ names: [String], of words: some Sequence<String>) -> [String: [String]] {
            var fields: [String: [String]] = [:]
            var field = ""
            for word in words {
                if names.contains(word) {
                    field = word
                    fields[field] = []
                } else {
                    fields[field, default: []].append(word)
                }
            }
            return fields
        }
    }

    /// In their order, at least one: without cases a test would prove nothing.
    public let cases: [Case]
    /// The comments, one after another.
    public let comment: String

    /// - Parameter path: From the folder of the file of the caller on.
    public init(_ path: String, beside caller: String = #filePath) {
        let paragraphs = Self.text(path, beside: caller).components(separatedBy: "\n\n").filter { !$0.isEmpty }
        comment = paragraphs.filter { $0.hasPrefix("# ") }.joined(separator: "\n")
        cases = paragraphs.filter { !$0.hasPrefix("# ") }.map { paragraph in
            let lines = paragraph.split(separator: "\n")
            let rest = lines.dropFirst().map { $0.drop { $0 == " " } }
            return Case(heading: String(lines.first ?? ""), text: rest.joined(separator: " "))
        }
        precondition(!cases.isEmpty, "\(path) has no cases")
    }

    /// The lines of a file whose cases are lines, as they are.
    ///
    /// - Parameter path: From the folder of the file of the caller on.
    public static func lines(_ path: String, beside caller: String = #filePath) -> [Substring] {
        text(path, beside: caller).split(separator: "\n")
    }

    private static func text(_ path: String, beside caller: String) -> String {
        let file = URL(fileURLWithPath: caller).deletingLastPathComponent().appendingPathComponent(path)
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }
}
