import Foundation
import LayoutCache
import LayoutTestSupport
import LayoutText
import Testing
@testable import LayoutBrowser

/// A small store, and the site that shows it.
struct BrowsedStore {
    let directory: ScratchDirectory
    let store: LayoutStore
    let site: BrowserSite

    static let port = 8099

    /// - Parameter isEditable: Whether the page may edit; else the file is opened to read only.
    init(isEditable: Bool = false, isPrepared: Bool = true, options: BrowserServer.Options = BrowserServer.Options())
        throws
    {
        directory = try ScratchDirectory()
        let path = directory.file("s.db")
        let made = try LayoutStore(path: path)
        let items = (0..<300).map { index in
            SourceItem(
                section: "Part \(index / 100)", key: "k\(index)", width: 90, height: Double(20 + index % 7),
                payload: #"{"title":"Title </script> \#(index)"}"#)
        }
        try made.importItems(items, options: ImportOptions(dataset: "data", mode: .replace))
        try made.define(
            "wall", #"{"layout":"flow","itemSpacing":4,"lineSpacing":4,"header":{"height":30},"pinHeaders":true}"#,
            isPrepared: isPrepared)
        made.close()
        store = try LayoutStore(path: path, mode: isEditable ? .readWrite : .readOnly)
        var options = options
        options.layout = "wall"
        options.isEditable = isEditable
        site = BrowserSite(store: store, options: options, guarding: RequestGuard(port: Self.port))
    }

    init(directory: ScratchDirectory, store: LayoutStore, options: BrowserServer.Options) {
        self.directory = directory
        self.store = store
        site = BrowserSite(store: store, options: options, guarding: RequestGuard(port: Self.port))
    }

    /// The frames of the cells of “wall” in a rectangle, of the store itself.
    func cellFrames(in rect: LayoutRect) throws -> Set<[Double]> {
        let cells = try store.layout("wall").layoutAttributesForElements(in: rect).filter { $0.kind == .cell }
        return Set(cells.map { [$0.frame.x, $0.frame.y, $0.frame.width, $0.frame.height] })
    }

    var bytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: directory.file("s.db"))) } }

    /// A request as the page sends it.
    static func request(_ target: String, method: String = "GET", token: String? = nil) -> HTTPRequest {
        var request = HTTPRequest(method: method, target: target)
        request.headers = [("host", "127.0.0.1:\(port)"), ("sec-fetch-site", "same-origin")]
        if method == "POST" { request.headers.append(("origin", "http://127.0.0.1:\(port)")) }
        if let token { request.headers.append(("x-layout-token", token)) }
        return request
    }

    /// Sends one. The store's file is there until then.
    func answer(_ request: HTTPRequest) -> HTTPAnswer { site.answer(request) }

    /// Sends one, and reads the answer as JSON.
    func send(_ request: HTTPRequest) throws -> JSONAnswer { try JSONAnswer(site.answer(request)) }

    func get(_ target: String) throws -> JSONAnswer { try send(Self.request(target)) }

    /// Sends an edit, with the page's token.
    func edit(_ target: String) throws -> JSONAnswer {
        try send(Self.request(target, method: "POST", token: site.guarding.token))
    }
}

/// An answer of a site that holds JSON, or nothing.
struct JSONAnswer {
    let http: HTTPAnswer
    private let value: JSONValue

    init(_ answer: HTTPAnswer) throws {
        http = answer
        // By another parser than the project's own, too.
        if !answer.body.isEmpty {
            _ = try JSONSerialization.jsonObject(with: Data(answer.body), options: .fragmentsAllowed)
        }
        value = answer.body.isEmpty ? .null : try JSONValue(parsing: String(decoding: answer.body, as: UTF8.self))
    }

    var status: Int { http.status }

    /// Whether it says why there is nothing else.
    var hasSentence: Bool { (self["error"] ?? "").count > 10 }

    /// The part at a path such as `hits.0.key`; nil if there is none.
    private func part(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(value) { value, name in
            guard case .array(let elements) = value else { return value?[String(name)] }
            return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        }
    }

    /// The characters of a string, and the text of another value; nil if there is none.
    subscript(path: String) -> String? {
        let part = part(path)
        guard case .string(let text) = part else { return part?.text }
        return text
    }

    /// A part of each element of an array.
    func texts(_ path: String, _ member: String = "") -> [String?] {
        guard case .array(let elements) = part(path) else { return [] }
        return elements.indices.map { self["\(path).\($0).\(member)"] }
    }

    func numbers(_ path: String) -> [Double] { texts(path).compactMap { $0.flatMap(Double.init) } }

    func rows(_ path: String, of count: Int) -> [[Double]] {
        let numbers = numbers(path)
        return stride(from: 0, to: numbers.count, by: count).map { Array(numbers[$0..<$0 + count]) }
    }

    /// The value of the one header of this name.
    func header(_ name: String) -> String? {
        let values = http.headers.filter { $0.name == name }.map(\.value)
        return values.count == 1 ? values[0] : nil
    }
}

/// A request for an address, its status, and parts of its answer.
struct Question {
    var status: Int
    var target: String
    var parts: [(path: String, text: String)] = []

    /// Expects the answers of a file in `Cases`. A line has a status and an address; indented lines below it have a
    /// path and a text.
    static func expectAll(in name: String, from ask: (String) throws -> JSONAnswer) throws {
        var questions: [Question] = []
        for line in DataFile.lines("Cases/" + name) {
            let text = line.trimmingPrefix("    ")
            let (word, rest) = (String(text.prefix { $0 != " " }), String(text.drop { $0 != " " }.dropFirst()))
            if line.hasPrefix(" ") {
                questions[questions.count - 1].parts.append((word, rest))
            } else {
                questions.append(Question(status: Int(word) ?? 0, target: rest))
            }
        }
        try #require(!questions.isEmpty)
        for question in questions { try question.expect(from: ask) }
    }

    /// Expects the answer, and a sentence in a refusal.
    private func expect(from ask: (String) throws -> JSONAnswer) throws {
        let answer = try ask(target)
        #expect(answer.status == status && (status == 200 || answer.hasSentence), "\(target): \(answer)")
        for part in parts { #expect(answer[part.path] == part.text, "\(target): \(part.path)") }
    }
}

extension LayoutStore {
    /// Defines a layout of the data set “data”, and prepares it.
    func define(
        _ name: String, _ json: String, width: Double = 320, height: Double = 480, isPrepared: Bool = true
    ) throws {
        try defineLayout(
            name, dataset: "data", definition: LayoutDefinition(json: json),
            container: LayoutSize(width: width, height: height))
        if isPrepared { try prepare(name) }
    }
}
