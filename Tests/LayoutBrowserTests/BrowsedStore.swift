import Foundation
import LayoutCache
import LayoutTestSupport
@testable import LayoutBrowser

/// A small store, and the site that shows it.
struct BrowsedStore {
    let directory: ScratchDirectory
    let store: LayoutStore
    let site: BrowserSite

    static let port = 8099

    /// - Parameter isEditable: Whether the page may edit; else the file is opened to read only.
    init(isEditable: Bool = false, isPrepared: Bool = true, options: BrowserOptions = BrowserOptions()) throws {
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

    /// A store that is there already.
    init(directory: ScratchDirectory, store: LayoutStore, options: BrowserOptions) {
        self.directory = directory
        self.store = store
        site = BrowserSite(store: store, options: options, guarding: RequestGuard(port: Self.port))
    }

    /// The bytes of the store's file.
    var bytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: directory.file("s.db"))) } }

    /// A request as the page sends it.
    static func request(_ target: String, method: String = "GET", body: String = "", token: String? = nil)
        -> HTTPRequest
    {
        var request = HTTPRequest(method: method, target: target)
        request.host = HTTPRequest.Header(value: "127.0.0.1:\(port)", count: 1)
        request.fetchSite = HTTPRequest.Header(value: "same-origin", count: 1)
        if method == "POST" {
            request.origin = HTTPRequest.Header(value: "http://127.0.0.1:\(port)", count: 1)
            request.contentType = HTTPRequest.Header(value: "application/json", count: 1)
        }
        if let token { request.token = HTTPRequest.Header(value: token, count: 1) }
        request.body = Array(body.utf8)
        return request
    }

    /// Sends one, and reads the answer as JSON.
    func send(_ request: HTTPRequest) throws -> (status: Int, value: [String: Any]) {
        let answer = site.answer(request)
        let value = try JSONSerialization.jsonObject(with: Data(answer.body))
        return (answer.status, value as? [String: Any] ?? [:])
    }

    func get(_ target: String) throws -> (status: Int, value: [String: Any]) {
        try send(Self.request(target))
    }

    /// Sends an edit of a size, with the page's token.
    func resize(_ body: String) throws -> (status: Int, value: [String: Any]) {
        try send(Self.request("/api/resize", method: "POST", body: body, token: site.guarding.token))
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
