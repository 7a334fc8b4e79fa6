import Foundation
import Testing

/// A paper or a guide, taken apart as far as its tests need it.
struct Paper {
    /// A fenced block: its language, and its lines.
    struct Block: Sendable {
        var language: String
        var text: String
    }

    let text: String
    /// The fenced blocks in their order.
    let blocks: [Block]

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// - Parameter path: Its path in the project's folder.
    init(_ path: String = "README.md") throws {
        text = try Self.text(of: path)
        var blocks: [Block] = []
        var open: Block?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(block)
                    open = nil
                } else {
                    open = Block(language: String(line.dropFirst(3)), text: "")
                }
            } else {
                open?.text += line + "\n"
            }
        }
        let isClosed = open == nil
        try #require(isClosed, "a block of \(path) has no end")
        self.blocks = blocks
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The paths of the project's files that it links to or shows.
    var paths: [String] {
        let links = text.matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }
        let images = text.matches(of: /src="([^"]+)"/).map { String($0.1) }
        return (links + images).filter { !$0.contains("://") }
    }

    /// The lines of its blocks that call one of the project's own scripts.
    var scripts: [String] {
        blocks.filter { $0.language == "sh" }.flatMap { $0.text.split(separator: "\n").map(String.init) }.filter {
            $0.hasPrefix("./")
        }
    }

    /// The shell blocks that need no preparation, each with the output that the block after it shows.
    var shellBlocks: [(script: String, output: String?)] {
        blocks.indices.filter { blocks[$0].language == "sh" && !blocks[$0].text.contains("./scripts/") }.map { index in
            let next = index + 1 < blocks.endIndex ? blocks[index + 1] : nil
            return (blocks[index].text, next?.language == "text" ? next?.text : nil)
        }
    }
}
