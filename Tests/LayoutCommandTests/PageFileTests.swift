import Foundation
import LayoutTestSupport
import Testing

/// `render -o page.html`, and the query plan in pictures.
@Suite struct PageFileTests {
    @Test("A page of a rectangle holds everything in it, and asks for nothing")
    func page() throws {
        let store = try SmallStore()
        let before = try store.contents(of: "s.db")
        let outcome = try store.command.run(
            "render", "s.db", "wall", "--rect", "0,0,320,480", "-o", "wall.html", "--title", "A & B")
        #expect(outcome.exitCode == 0, "\(outcome)")
        let text = String(decoding: try store.contents(of: "wall.html"), as: UTF8.self)
        #expect(text.hasPrefix("<!doctype html>") && text.contains("<title>A &amp; B</title>"))
        #expect(text.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"))
        #expect(!text.contains("http://") && !text.contains("https://") && !text.contains("{{"))
        let json = try #require(text.firstMatch(of: /id="configuration">(.*?)<\/script>/)?.1)
        let value = try JSONSerialization.jsonObject(with: Data(String(json).utf8)) as? [String: Any]
        let enclosed = try #require(value?["enclosed"] as? [String: Any])
        let items = try #require(enclosed["items"] as? [[String: Any]])
        #expect(Set(items.compactMap { $0["key"] as? String }) == ["a", "b", "c", "d"])
        let titles = items.compactMap { ($0["payload"] as? [String: Any])?["title"] as? String }
        #expect(titles.contains("Beet, \"pickled\""))
        #expect(try store.contents(of: "s.db") == before)
    }

    @Test("A picture with --explain has each band and block that explain counts")
    func explained() throws {
        let store = try SmallStore()
        let rows = try store.command.run("explain", "s.db", "wall", "--rect", "0,0,320,480", "--format", "json").rows()
        func count(_ step: String) -> Int? { rows.first { $0["step"] as? String == step }?["kept"] as? Int }
        let plain = try store.command.run("render", "s.db", "wall", "--rect", "0,0,320,480", "-o", "-").output
        let text = try store.command.run("render", "s.db", "wall", "--rect", "0,0,320,480", "-o", "-", "--explain")
            .output
        #expect(text.matches(of: /<title>band of \d+<\/title>/).count == count("bands"))
        #expect(text.matches(of: /<title>block of \d+<\/title>/).count == count("blocks"))
        // The outlines move with the rectangle that is drawn, and keep their sizes.
        let bands = /<rect x="([-0-9.]+)" y="([-0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"[^>]*><title>band of/
        func places(_ rect: String) throws -> [[Double?]] {
            let picture = try store.command.run("render", "s.db", "wall", "--rect", rect, "-o", "-", "--explain").output
            return picture.matches(of: bands).map { [Double($0.1), Double($0.2), Double($0.3), Double($0.4)] }
        }
        let (there, beyond) = (try places("0,0,320,480"), try places("10,20,320,480"))
        #expect(there.count == beyond.count && !there.isEmpty)
        for (one, other) in zip(there, beyond) {
            #expect(other == [one[0].map { $0 - 10 }, one[1].map { $0 - 20 }, one[2], one[3]])
        }
        #expect(text.contains("read: ") && !plain.contains("read: ") && !plain.contains("band of"))
    }
}
