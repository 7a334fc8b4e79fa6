internal import LayoutCSQLite

/// Gives a closure an address that SQLite can hand back.
final class ProgressHandler {
    let shouldContinue: () -> Bool

    init(_ shouldContinue: @escaping () -> Bool) {
        self.shouldContinue = shouldContinue
    }
}

extension Connection {
    /// Has a closure asked, again and again while statements run, whether they should continue.
    ///
    /// If it returns false, the running statement fails with ``ResultCode/interrupt``. The closure must not use the
    /// connection.
    ///
    /// - Parameters:
    ///   - instructions: The number of steps of SQLite's virtual machine between two calls; a thousand take some tens
    ///     of microseconds.
    ///   - shouldContinue: Nil to be asked no more.
    package func setProgressHandler(everyInstructions instructions: Int = 1000, _ shouldContinue: (() -> Bool)?) {
        let handler = shouldContinue.map(ProgressHandler.init)
        // The connection keeps the handler alive, and takes it away from SQLite when it closes.
        let box = unsafe handler.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
        if unsafe box == nil {
            unsafe sqlite3_progress_handler(handle, 0, nil, nil)
        } else {
            unsafe sqlite3_progress_handler(
                handle, Int32(clamping: max(1, instructions)),
                { box in
                    guard let box = unsafe box else {
                        return 0
                    }
                    let handler = unsafe Unmanaged<ProgressHandler>.fromOpaque(box).takeUnretainedValue()
                    return handler.shouldContinue() ? 0 : 1
                },
                box
            )
        }
        progressHandler = handler
    }
}
