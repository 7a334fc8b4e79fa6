import Foundation
import LayoutCache
import LayoutTestSupport
import Testing
@testable import LayoutBrowser

/// Requests that no page sends.
@Suite struct RequestFuzzTests {
    /// A site, and the pieces of the addresses that it is asked for.
    enum Site: CaseIterable {
        case page, tiles

        var pieces: [String] {
            let any = """
                / ? & = 1e300 -1e15 nan inf 9e14, %25 % %e2%80%8b %00 %f0%9f%98%80 ' " .. \\ %5c _%25 é 0.5 1e308 -1 \
                -9223372036854775808 9223372036854775807 99999999999999999999 section= item= &section= &item= text= \
                &after= after= k1
                """
            let own =
                switch self {
                case .page:
                    """
                    /api/layout /api/layouts /api/scene /api/pieces /api/item /api/search /api/explain /api/resize \
                    /api/image layout=wall rect= 0,0,320,480 offsets= 0:1e15, 1: hits= hits=k2 after=i5 count= 4096
                    """
                case .tiles:
                    """
                    /v1/layouts /v1/layouts.json /wall /layout.json /tiles /9 /0.json /search /at ?text= ?fraction= i9 \
                    .json
                    """
                }
            return (any + " " + own).split(separator: " ").map(String.init)
        }

        /// The beginning of an address that has some more to say.
        func beginning(_ random: inout SeededGenerator) -> String {
            guard self == .page else { return "/v1/layouts/wall" }
            return (pieces.filter { $0.hasPrefix("/api") }.randomElement(using: &random) ?? "") + "?layout=wall&"
        }
    }

    @Test("Every answer is a page, data or a sentence, and the file is unchanged", arguments: Site.allCases)
    func anything(site: Site) throws {
        let pieces = site.pieces
        let statuses = site == .page ? [200, 400, 403, 404, 405, 413, 415] : [200, 400, 404]
        try TestSettings.forEachSeed(rounds: 4) { seed in
            var random = SeededGenerator(seed: seed)
            let browsed = try BrowsedStore()
            let guarding = RequestGuard(port: BrowsedStore.port)
            let tiles = TileSite(store: browsed.store, fields: ItemFields(), guarding: guarding)
            let before = try browsed.bytes
            for _ in 0..<400 {
                var target = Bool.random(using: &random) ? site.beginning(&random) : ""
                for _ in 0..<Int.random(in: 0...9, using: &random) {
                    target += pieces.randomElement(using: &random) ?? ""
                }
                var request = BrowsedStore.request(target)
                if site == .page {
                    let method = ["GET", "GET", "GET", "POST", "HEAD", "BREW"].randomElement(using: &random) ?? "GET"
                    request = BrowsedStore.request(target, method: method, token: browsed.site.guarding.token)
                    request.body = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                        UInt8.random(in: 0...255, using: &random)
                    }
                }
                let answer = site == .page ? browsed.site.answer(request) : tiles.answer(request)
                #expect(statuses.contains(answer.status), "\(answer.status), \(request.method) \(target), seed \(seed)")
                guard site == .tiles || answer.contentType == "application/json" else { continue }
                let value = try? JSONAnswer(answer)
                #expect(value.map { ($0["error"] == nil) == (answer.status == 200) } == true, "\(target), seed \(seed)")
            }
            #expect(try browsed.bytes == before, "seed \(seed)")
        }
    }

    @Test("Edits with a token that are almost right never break the store")
    func almostEdits() throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &+ 40)
            let browsed = try BrowsedStore(isEditable: true)
            let right = Array("layout=wall&section=1&item=7&width=50&height=44.5&rect=0,0,320,480".utf8)
            for _ in 0..<150 {
                var edit = right
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let place = Int.random(in: 0..<edit.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: edit[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: edit.remove(at: place)
                    default:
                        edit.insert(contentsOf: Array("9e-,&=%".utf8).shuffled(using: &random).prefix(1), at: place)
                    }
                }
                let text = String(decoding: edit, as: UTF8.self)
                let status = try browsed.edit("/api/resize?" + text).status
                #expect([200, 400, 404].contains(status), "\(text), seed \(seed)")
            }
            let report = try LayoutStore.verify(at: browsed.directory.file("s.db"))
            #expect(report.problems.isEmpty, "\(report.problems), seed \(seed)")
        }
    }
}
