package import LayoutCache
internal import LayoutText
internal import Synchronization

/// A server of layouts, for this computer's browser or a proxy, until it is stopped. It listens on 127.0.0.1.
package final class BrowserServer: Sendable {
    private let server: HTTPServer
    private let changes: StoreChanges?
    /// The one to open in a browser.
    package let address: String

    /// Begins to serve the page.
    ///
    /// - Parameters:
    ///   - store: Opened for reading only, unless the page may edit.
    ///   - port: 0: any that is free.
    /// - Throws: ``HTTPServerError`` if the server's library is missing, or the port is taken.
    package init(store: LayoutStore, options: Options, port: UInt16 = 0) throws(HTTPServerError) {
        var key = ""
        let changes = StoreChanges(of: store)
        self.changes = changes
        server = try HTTPServer(port: port) { port in
            let site = BrowserSite(store: store, options: options, guarding: RequestGuard(port: port), changes: changes)
            if options.isEditable { key = "#key=" + site.guarding.token }
            return { site.answer($0) }
        }
        // A browser does not send what follows the #, and no other program sees it.
        address = "http://127.0.0.1:\(server.port)/\(key)"
    }

    /// Begins to serve the tiles of a store that is opened for reading only.
    ///
    /// - Parameter hosts: The names by which a proxy passes requests on, beside the loopback address.
    /// - Throws: As ``init(store:options:port:)``.
    package init(
        tilesOf store: LayoutStore, fields: ItemFields, hosts: [String], port: UInt16 = 0
    ) throws(HTTPServerError) {
        changes = nil
        server = try HTTPServer(port: port, load: .many) { port in
            let site = TileSite(store: store, fields: fields, guarding: RequestGuard(port: port, hosts: hosts))
            return { site.answer($0) }
        }
        address = "http://127.0.0.1:\(server.port)/v1/layouts.json"
    }

    /// Waits for the requests that are being answered, and lets go of the port. To be called once.
    package func stop() {
        changes?.end()
        server.stop()
    }

    /// The content of the page, and its permissions.
    package struct Options: Sendable {
        /// The layout that is shown first; nil: the store's first.
        package var layout: String?
        /// The layouts that a pinch leads to, from the largest cells to the smallest; empty: all with different
        /// columns.
        package var ladder: [String] = []
        /// Whether the page may change sizes, and lays out what it shows.
        package var isEditable = false
        /// Whether it lays out what it shows, though it changes nothing.
        package var laysOut = false
        /// The parts of items that are shown and searched.
        package var fields = ItemFields()
        /// The folder of pictures whose paths are in the store; nil: no pictures.
        package var images: ImageDirectory?
        /// Whether the browser may load pictures from other hosts.
        package var allowsNetwork = false
        /// The title of the page; nil: the layout's name.
        package var title: String?
        /// The events at the source of the store.
        package var notes = Notes()

        package init() {}
    }

    /// The events at the source of a store while it is shown.
    package final class Notes: Sendable {
        private struct State {
            var count = 0
            var last: (sentence: String, time: ContinuousClock.Instant)?
            var isLoading = false
        }

        private let state = Mutex(State())

        package init() {}

        package func add(_ sentence: String) {
            state.withLock { state in
                state.count += 1
                state.last = (sentence, .now)
            }
        }

        /// Whether the source is being read for the first time.
        package var isLoading: Bool {
            get { state.withLock(\.isLoading) }
            set { state.withLock { $0.isLoading = newValue } }
        }

        var count: Int { state.withLock(\.count) }

        /// The last sentence, with its age in seconds; null if there is none.
        var last: JSONValue {
            guard let (sentence, time) = state.withLock(\.last) else { return .null }
            return .message(["sentence": sentence, "seconds": Int((ContinuousClock.now - time).components.seconds)])
        }
    }
}
