import Foundation
import LayoutCache
import LayoutTestSupport
import Testing
@testable import LayoutBrowser

/// Requests that no page sends.
@Suite struct RequestFuzzTests {
    private static let pieces = [
        "/", "/api/layout", "/api/layouts", "/api/scene", "/api/rail", "/api/item", "/api/search", "/api/explain",
        "/api/resize", "/api/image", "?", "&", "=", "layout=wall", "rect=", "0,0,320,480", "1e300", "-1e15", "nan",
        "inf", "9e14,",
        "offsets=", "0:1e15,", "1:", "text=", "hits=", "hits=k2", "after=i5", "v=1", "k1", "%25", "%", "%e2%80%8b",
        "%00", "%f0%9f%98%80", "'", "\"", "after=",
        "section=", "item=", "count=", "4096", "-9223372036854775808", "9223372036854775807", "..", "\\", "%5c", "_%25",
    ]

    private static let statuses: Set<Int> = [200, 400, 403, 404, 405, 413, 415]

    @Test("Every answer is a page, data or a sentence, and the file is unchanged")
    func anything() throws {
        try TestSettings.forEachSeed(rounds: 4) { seed in
            var random = SeededGenerator(seed: seed)
            let browsed = try BrowsedStore()
            let before = try browsed.bytes
            for _ in 0..<400 {
                let count = Int.random(in: 0...9, using: &random)
                var target =
                    Bool.random(using: &random)
                    ? Self.pieces[Int.random(in: 0..<9, using: &random)] + "?layout=wall&" : ""
                for _ in 0..<count { target += Self.pieces.randomElement(using: &random) ?? "" }
                let method = ["GET", "GET", "GET", "POST", "HEAD", "BREW"].randomElement(using: &random) ?? "GET"
                let body = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                var request = BrowsedStore.request(target, method: method, token: browsed.site.guarding.token)
                request.body = body
                let answer = browsed.site.answer(request)
                #expect(Self.statuses.contains(answer.status), "\(answer.status) for \(method) \(target), seed \(seed)")
                guard answer.contentType == "application/json" else { continue }
                let value = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
                #expect(value != nil && (answer.status == 200) == (value?["error"] == nil), "\(target), seed \(seed)")
            }
            #expect(try browsed.bytes == before, "seed \(seed)")
        }
    }

    @Test("Edits with a token that are almost right never break the store")
    func almostEdits() throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &+ 40)
            let browsed = try BrowsedStore(isEditable: true)
            let right = Array(
                #"{"layout":"wall","section":1,"item":7,"width":50,"height":44.5,"rect":[0,0,320,480]}"#.utf8)
            for _ in 0..<150 {
                var body = right
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let place = Int.random(in: 0..<body.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: body[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: body.remove(at: place)
                    default:
                        body.insert(contentsOf: Array("9e-,]\"".utf8).shuffled(using: &random).prefix(1), at: place)
                    }
                }
                var request = BrowsedStore.request("/api/resize", method: "POST", token: browsed.site.guarding.token)
                request.body = body
                let status = browsed.site.answer(request).status
                #expect([200, 400, 404].contains(status), "\(String(decoding: body, as: UTF8.self)), seed \(seed)")
            }
            let report = try LayoutStore.verify(at: browsed.directory.file("s.db"))
            #expect(report.problems.isEmpty, "\(report.problems), seed \(seed)")
        }
    }
}
