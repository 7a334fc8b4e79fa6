package import LayoutCache

/// A server that shows layouts to this computer's browser, until it is stopped.
package final class BrowserServer: Sendable {
    private let server: HTTPServer
    /// What to open in a browser.
    package let address: String

    /// Begins to serve on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - store: Opened to read only, unless edits are wanted.
    ///   - layout: What the page shows first; nil for the first of the store's layouts.
    ///   - isEditable: Whether the page may change sizes, and lays out what it shows.
    ///   - port: 0 for any that is free.
    /// - Throws: ``HTTPServerError`` where the server's library is missing, or the port cannot be had.
    package init(
        store: LayoutStore, layout: String?, isEditable: Bool, port: UInt16 = 0
    ) throws(HTTPServerError) {
        server = try HTTPServer(port: port) { port in
            let site = BrowserSite(
                store: store, layout: layout, isEditable: isEditable, guarding: RequestGuard(port: port))
            return { site.answer($0) }
        }
        address = "http://127.0.0.1:\(server.port)/"
    }

    /// Waits for the requests that are being answered, and lets go of the port. To be called once.
    package func stop() {
        server.stop()
    }
}
