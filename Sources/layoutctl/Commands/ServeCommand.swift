internal import LayoutBrowser
internal import LayoutCache

enum ServeCommand: Command {
    private static let port = Option<Int>(
        "--port", .count("N", to: Int(UInt16.max)), default: 0, help: "The port to listen on; 0 for any free one.")
    private static let hosts = Option<[String]?>(
        "--host", optional: .list("NAME,…"), help: "The hosts by which a proxy passes requests on.")

    static let specification = CommandSpecification(
        name: "serve", summary: "Serve tiles of layouts over HTTP, for a page or a proxy.",
        operands: [Standard.database],
        options: [port, hosts, Standard.quiet, Standard.showsHelp],
        notes: [
            "The command prints the address of the list of layouts, and serves until Ctrl-C. It listens on 127.0.0.1 "
                + "only and never writes; put a proxy in front of it. The guide “Tiles over HTTP” has the addresses, "
                + "and Examples/Web a client. “layoutctl export --tiles” writes the same as files.",
            "It needs libmicrohttpd, as “browse” does.",
        ],
        examples: """
            # Behind a proxy
            layoutctl serve wall.db --port 8080 --host wall.example.org
            """
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let port = try UInt16(arguments[port])
        let hosts = try arguments[hosts]
        let store = try StoreFile.open(arguments[Standard.database], mode: .readOnly)
        let server: TileServer
        do {
            server = try TileServer(store: store, fields: ItemFields(), hosts: hosts ?? [], port: port)
        } catch {
            throw Failure(.failed, error.message)
        }
        try Serving.serve(at: server.address, console, stop: server.stop)
    }
}

/// A command that serves until it is asked to stop.
enum Serving {
    /// Prints the address that is served, and stops the server when the program is asked to end.
    ///
    /// Nothing is interrupted then: the words for that do not fit.
    ///
    /// - Throws: The program's ordinary end.
    static func serve(at address: String, _ console: Console, stop: () -> Void) throws -> Never {
        console.output.write(address + "\n")
        try console.output.flush()
        console.note("serving until Ctrl-C")
        let stopped = Failure(.interrupted, console.isQuiet ? "" : "stopped serving")
        Interruption.expectStop(stopped)
        Interruption.wait()
        stop()
        throw stopped
    }
}
