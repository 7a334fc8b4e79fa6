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
