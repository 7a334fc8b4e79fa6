internal import LayoutPlatform

/// The properties of the terminal, if there is one.
enum Terminal {
    static func isTerminal(_ descriptor: CInt) -> Bool {
        isatty(descriptor) == 1
    }

    /// The cells of a line; 80 if the terminal does not report them.
    static func width(_ descriptor: CInt) -> Int {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
