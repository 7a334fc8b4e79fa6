package import LayoutCache

/// A server of tiles, for a proxy or for this computer, until it is stopped.
package final class TileServer: Sendable {
    private let server: HTTPServer
    package let address: String

    /// - Parameters:
    ///   - store: Opened for reading only.
    ///   - hosts: The names by which a proxy passes requests on, beside the loopback address.
    ///   - port: 0: any that is free.
    /// - Throws: ``HTTPServerError`` if the server's library is missing, or the port is taken.
    package init(
        store: LayoutStore, fields: ItemFields, hosts: [String], port: UInt16 = 0
    ) throws(HTTPServerError) {
        server = try HTTPServer(port: port, load: .many) { port in
            let site = TileSite(store: store, fields: fields, guarding: RequestGuard(port: port, hosts: hosts))
            return { site.answer($0) }
        }
        address = "http://127.0.0.1:\(server.port)/v1/layouts.json"
    }

    /// Waits for the requests that are being answered, and lets go of the port. To be called once.
    package func stop() {
        server.stop()
    }
}
