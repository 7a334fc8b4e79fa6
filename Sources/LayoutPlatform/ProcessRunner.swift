/// Starts programs and waits for them.
package enum ProcessRunner {
    /// Runs a program to its end, with nothing on its standard input and output.
    ///
    /// - Parameters:
    ///   - arguments: The program's name or path first; a name is looked for in `PATH`.
    ///   - environment: Added to `PATH`, `HOME`, `TMPDIR` and `LD_LIBRARY_PATH`, which are passed on.
    /// - Returns: its exit status; nil if it could not be started or was ended by a signal.
    package static func run(_ arguments: [String], environment: [String: String] = [:]) -> Int32? {
        #if os(Linux) || os(macOS)
        #if canImport(Darwin)
        // A pointer there, which the next call fills in.
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        #endif
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)

        var variables = environment
        for name in ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"] {
            if let value = environmentValue(name) { variables[name] = value }
        }
        let started = unsafe withCStrings(arguments) { arguments -> pid_t? in
            unsafe withCStrings(variables.map { "\($0.key)=\($0.value)" }) { environment -> pid_t? in
                guard let program = unsafe arguments[0] else { return nil }
                var process = pid_t()
                let code = unsafe posix_spawnp(&process, program, &actions, nil, arguments, environment)
                return code == 0 ? process : nil
            }
        }
        guard let process = started else { return nil }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        // The low seven bits name the signal, if there was one: wait(2), WIFEXITED and WEXITSTATUS,
        // which are macros that Swift does not see.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
        #else
        return nil
        #endif
    }

    #if os(Linux) || os(macOS)
    /// Lends texts as C wants a list of them: pointers, the last of them null.
    private static func withCStrings<T>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> T?
    ) -> T? {
        var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe body(base)
        }
    }
    #endif
}
