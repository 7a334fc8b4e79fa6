import Foundation
import LayoutCache
import LayoutCacheTools
import LayoutTestSupport
import Testing
@testable import LayoutBrowser

/// Pictures: the files that are served, and above all the files that are not.
@Suite struct ImageTests {
    private static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
    ]

    private static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        png + [width, height].flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } } + [
            8, 2, 0,
        ]
    }

    /// A store whose items have pictures of these texts, and a folder of files.
    private func browsed(_ pictures: [String], allowsNetwork: Bool = false) throws -> BrowsedStore {
        let folder = try ScratchDirectory()
        let images = folder.file("images")
        try FileManager.default.createDirectory(atPath: images + "/deep/er", withIntermediateDirectories: true)
        for (name, bytes) in [
            ("images/a.png", Self.png(3, 2)), ("images/deep/er/b.png", Self.png(4, 4)),
            ("images/bomb.png", Self.png(60_000, 60_000)), ("secret.png", Array("secret".utf8)),
            ("images/script.png", Array("<script>alert(1)</script>".utf8)),
        ] { try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name))) }
        for (link, target) in [("/link.png", "../secret.png"), ("/inside.png", "a.png"), ("/up", "..")] {
            try FileManager.default.createSymbolicLink(atPath: images + link, withDestinationPath: target)
        }
        #expect(unsafe mkfifo(images + "/pipe", 0o600) == 0)
        let store = try LayoutStore(path: folder.file("p.db"))
        try store.importItems(
            try pictures.map { text in
                let payload = try JSONSerialization.data(withJSONObject: ["picture": text])
                return SourceItem(
                    section: "s", width: 50, height: 50, payload: String(decoding: payload, as: UTF8.self))
            }, options: ImportOptions(dataset: "data", mode: .replace))
        try store.define("wall", #"{"layout":"flow"}"#)
        var options = BrowserServer.Options()
        options.fields.image = try store.itemFields(["picture"]).first
        options.images = try ImageDirectory(path: images)
        options.allowsNetwork = allowsNetwork
        return BrowsedStore(directory: folder, store: store, options: options)
    }

    private func answers(_ browsed: BrowsedStore, _ count: Int) -> [HTTPAnswer] {
        (0..<count).map { browsed.site.answer(BrowsedStore.request("/api/image?layout=wall&section=0&item=\($0)")) }
    }

    @Test("Files of the folder, data URLs and pictures drawn by SVG are served by what they are")
    func served() throws {
        let data = "data:text/html;base64," + Data(Self.png(1, 1)).base64EncodedString()
        let svg = "data:image/svg+xml,%3C?xml version='1.0'?%3E%3C!-- a --%3E %3Csvg xmlns='x'/%3E"
        let found = answers(try browsed(["a.png", "deep/er/b.png", data, svg]), 4)
        #expect(found.map(\.status) == [200, 200, 200, 200], "\(found)")
        #expect(found.map(\.contentType) == ["image/png", "image/png", "image/png", "image/svg+xml"])
        #expect(found[0].body == Self.png(3, 2) && found[2].body == Self.png(1, 1))
        for answer in found {
            let policy = answer.headers.filter { $0.name == "Content-Security-Policy" }.map(\.value)
            #expect(policy.count == 1 && policy[0].hasPrefix("default-src 'none'") && policy[0].hasSuffix("sandbox"))
            #expect(answer.headers.contains { $0 == ("X-Content-Type-Options", "nosniff") })
        }
    }

    @Test("No path leads out of the folder, and what is no file or no picture is refused")
    func refused() throws {
        let paths = [
            "../secret.png", "deep/../../secret.png", "/etc/passwd", "link.png", "inside.png", "up/secret.png",
            "up/images/a.png", "./a.png", "deep//er/b.png", "deep", "", ".", "..", "pipe", "a.png/", "a.png/x",
            "missing.png", "file:///etc/passwd", "..%2fsecret.png", String(repeating: "a/", count: 3000) + "a",
            "script.png", "bomb.png", "data:image/png;base64,!!", "data:image/png,%zz",
            "data:text/html,<script>alert(1)</script>", "http://127.0.0.1/x.png", "javascript:alert(1)", "data:",
            "data:,",
        ]
        let found = answers(try browsed(paths), paths.count)
        for (path, answer) in zip(paths, found) {
            #expect([403, 404, 413, 415].contains(answer.status), "\(answer.status) for \(path)")
            #expect(answer.contentType == "application/json" && !answer.body.starts(with: Self.png), "\(path)")
        }
        #expect(found[20].status == 415 && found[21].status == 413)
    }

    @Test("Another host's picture is a redirection if the network is allowed, and an address cannot carry a header")
    func network() throws {
        let addresses = [
            "https://pictures.example/a.png", "HTTP://pictures.example/a.png?x=1", "ftp://pictures.example/a.png",
            "https://pictures.example/a\r\nSet-Cookie: x=1", "https://pictures.example/ü.png",
        ]
        let open = answers(try browsed(addresses, allowsNetwork: true), addresses.count)
        #expect(open.map(\.status) == [307, 307, 404, 404, 404])
        #expect(open[0].headers.contains { $0 == ("Location", addresses[0]) })
        #expect(answers(try browsed(addresses), addresses.count).map(\.status) == [403, 403, 403, 403, 403])
    }

    @Test("A browser that has a picture gets it again only once it has changed")
    func known() throws {
        let data = "data:image/png;base64," + Data(Self.png(1, 1)).base64EncodedString()
        let browsed = try browsed(["a.png", data])
        func answer(_ item: Int, knowing tag: String) -> HTTPAnswer {
            var request = BrowsedStore.request("/api/image?layout=wall&section=0&item=\(item)")
            request.headers.append(("if-none-match", tag))
            return browsed.site.answer(request)
        }
        func tag(_ answer: HTTPAnswer) throws -> String {
            try #require(answer.headers.first { $0.name == "ETag" }).value
        }
        let tags = try answers(browsed, 2).map(tag)
        for item in 0..<2 {
            let again = answer(item, knowing: tags[item])
            #expect(again.status == 304 && again.body.isEmpty)
            #expect(try tag(again) == tags[item])
            #expect(answer(item, knowing: tags[1 - item]).status == 200)
        }
        let file = URL(fileURLWithPath: browsed.directory.file("images/a.png"))
        try Data(Self.png(5, 5)).write(to: file)
        let changed = answer(0, knowing: tags[0])
        #expect(changed.status == 200 && changed.body == Self.png(5, 5))
        #expect(try tag(changed) != tags[0])
    }

    @Test("An item that is not there has no picture")
    func absent() throws {
        let browsed = try browsed(["a.png"])
        for (place, status) in [("section=0&item=7", 404), ("section=9&item=0", 404), ("section=-1&item=0", 400)] {
            #expect(try browsed.get("/api/image?layout=wall&\(place)").status == status)
        }
        #expect(throws: HTTPServerError.self) { try ImageDirectory(path: browsed.directory.file("p.db")) }
    }

    @Test("Formats are recognized by their first bytes, with the size that they claim")
    func formats() throws {
        let bytes = Array("GIF89a".utf8) + [5, 0, 7, 0, 0]
        #expect(ImageKind(bytes) == .gif && ImageKind.gif.size(of: bytes)! == (5, 7))
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 17, 8, 0, 9, 0, 11, 3, 1, 0, 0]
        #expect(ImageKind(jpeg) == .jpeg && ImageKind.jpeg.size(of: jpeg)! == (11, 9))
        #expect(ImageKind(Array("RIFF1234WEBPVP8 ".utf8)) == .webp)
        for text in ["<svg>", " \n<!DOCTYPE svg PUBLIC><svg width='1'>", "\u{FEFF}<svg/>"] {
            #expect(ImageKind(Array(text.utf8)) == .svg, "\(text)")
        }
        for text in ["", "<", "<svgx>", "<html><svg>", "<!-- <svg>", "<script>", "GIF", "%PDF-1.4", "<?xml"] {
            #expect(ImageKind(Array(text.utf8)) == nil, "\(text)")
        }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            var bytes = [bytes, jpeg, Self.png(9, 9)].randomElement(using: &random) ?? []
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            for index in bytes.indices where Bool.random(using: &random) {
                bytes[index] = .random(in: 0...255, using: &random)
            }
            _ = ImageKind(bytes)
            for kind in ImageKind.allCases { _ = kind.size(of: bytes) }
        }
    }
}
