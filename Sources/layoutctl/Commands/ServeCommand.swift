internal import LayoutBrowser
internal import LayoutCache

enum ServeCommand: Command {
    private static let port = Option<Int>(
        "--port", .count("N", to: Int(UInt16.max)), default: 0, help: "The port to listen on; 0 for any free one.")
    private static let hosts = Option<[String]?>(
        "--host", optional: .list("NAME,…"), help: "The hosts by which a proxy passes requests on.")

    static let specification = CommandSpecification(
        name: "serve", summary: "Serve tiles of layouts over HTTP, for a page or a proxy.",
        operands: [Standard.database], options: [port, hosts, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let port = try UInt16(arguments[port])
        let hosts = try arguments[hosts]
        let store = try StoreFile.open(arguments[Standard.database], mode: .readOnly)
        try serve(console) { () throws(HTTPServerError) in
            try BrowserServer(tilesOf: store, fields: ItemFields(), hosts: hosts ?? [], port: port)
        }
    }

    /// Makes a server, prints its address, and stops it when the program is asked to end.
    ///
    /// Nothing is interrupted then: the words for that do not fit.
    ///
    /// - Throws: The program's ordinary end, or ``Failure`` if there can be no server.
    static func serve(
        _ console: Console, _ start: () throws(HTTPServerError) -> BrowserServer
    ) throws(Failure) -> Never {
        let server: BrowserServer
        do { server = try start() } catch { throw Failure(.failed, error.message) }
        console.output.write(server.address + "\n")
        try console.output.flush()
        console.note("serving until Ctrl-C")
        let stopped = Failure(.interrupted, console.isQuiet ? "" : "stopped serving")
        Interruption.expectStop(stopped)
        Interruption.wait()
        server.stop()
        throw stopped
    }
}
