internal import LayoutBrowser
internal import LayoutCache

/// Shows a store in the browser.
enum BrowseCommand: Command {
    private static let layout = Operand<String?>(
        optional: .name("LAYOUT", of: .layouts), help: "The layout to show first (default: the first).")
    private static let port = Option<Int>(
        "--port", .count("N", to: Int(UInt16.max)), default: 0, help: "The port to listen on; 0 for any free one.")
    private static let edits = Option(
        flag: "--edit", help: "Let the page change sizes, and lay out what it shows; else the store is only read.")

    static let specification = CommandSpecification(
        name: "browse", summary: "Show layouts on a page that scrolls and zooms, in this computer's browser.",
        operands: [Standard.database, layout],
        options: [port, edits, Standard.quiet, Standard.showsHelp],
        notes: [
            "The command prints the page's address and serves it until Ctrl-C. It listens on 127.0.0.1 "
                + "only, refuses requests from other pages, and needs libmicrohttpd (Debian: "
                + "libmicrohttpd12, macOS: brew install libmicrohttpd).",
            "The page draws the visible part of a layout of any length. Wheel, touch, Page Up, Page Down, Home "
                + "and End scroll; arrows choose an element; +, -, a pinch, or the wheel with Ctrl zoom; / searches; "
                + "O shows bands and blocks; ? lists the keys, and switches those of one letter off. The address "
                + "holds the place; it can be bookmarked if --port stays the same.",
        ],
        examples: [
            .init("Look around", "layoutctl browse wall.db wall"),
            .init("Try sizes out", "layoutctl browse wall.db wall --edit --port 8080"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let port = try UInt16(arguments[port])
        let isEditable = try arguments[edits]
        let store = try StoreFile.open(arguments[Standard.database], mode: isEditable ? .readWrite : .readOnly)
        let layout = try arguments[layout]
        let names = try store.layoutNames()
        if let layout, !names.contains(layout) { _ = try store.layout(layout).preparationState() }
        guard !names.isEmpty else {
            throw Failure(.failed, "the store has no layout yet; “layoutctl layout” defines one")
        }
        let server: BrowserServer
        do {
            server = try BrowserServer(store: store, layout: layout, isEditable: isEditable, port: port)
        } catch {
            throw Failure(.failed, error.message)
        }
        console.output.write(server.address + "\n")
        try console.output.flush()
        console.note("serving until Ctrl-C")
        // Nothing is interrupted: it serves until it is asked to stop.
        let stopped = Failure(.interrupted, console.isQuiet ? "" : "stopped serving")
        Interruption.expectStop(stopped)
        Interruption.wait()
        server.stop()
        throw stopped
    }
}
