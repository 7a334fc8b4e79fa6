internal import LayoutPlatform
internal import LayoutSQLite

/// Questions and actions about places in the file system, and the files there.
enum FilePath {
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Makes a directory if it does not exist.
    static func makeDirectory(_ path: String) throws(Failure) {
        guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw failure(path, "cannot be created") }
    }

    /// Makes a directory with a unique name among the temporary files.
    static func makeTemporaryDirectory(_ prefix: String) throws(Failure) -> String {
        let parent = temporaryDirectory
        guard let path = LayoutPlatform.makeDirectory(in: parent, prefix: prefix) else {
            throw failure(parent, "cannot create a directory there")
        }
        return path
    }

    /// The directory of a file, with its slash; empty if the path is a name alone.
    static func folder(of path: String) -> String {
        let scalars = path.unicodeScalars
        return scalars.lastIndex(of: "/").map { String(scalars[...$0]) } ?? ""
    }

    /// Gives a file another name, in place of a file that has it.
    static func rename(_ path: String, to name: String) throws(Failure) {
        guard unsafe LayoutPlatform.rename(path, name) == 0 else { throw failure(name, "cannot be written") }
    }

    /// Removes a store's file with what SQLite keeps beside it, and the empty directory around it.
    static func removeTemporaryStore(_ path: String, in directory: String) {
        removeDirectory(directory, files: DatabaseFiles.suffixes.map { path + $0 })
    }

    /// Removes files, some of which may be missing, and the directory around them.
    static func removeDirectory(_ directory: String, files: [String]) {
        for file in files { _ = unsafe unlink(file) }
        _ = unsafe rmdir(directory)
    }

    /// The path of a program that the shell would find.
    static func program(_ name: String) -> String? {
        let directories = (environmentValue("PATH") ?? "").unicodeScalars.split(separator: ":").map(String.init)
        return directories.map { $0 + "/" + name }.first { unsafe access($0, X_OK) == 0 }
    }

    /// The path that writing to a path would make or replace: absolute, and without symbolic links, even
    /// where the last one leads to nothing yet.
    static func resolved(_ path: String) -> String {
        var path = path
        // As many links as Linux follows before it gives up.
        for _ in 0..<40 {
            if let whole = DatabaseFiles.realPath(path) { return whole }
            let scalars = path.unicodeScalars
            let nameStart = scalars.lastIndex(of: "/").map(scalars.index(after:)) ?? scalars.startIndex
            let name = String(scalars[nameStart...])
            let start = String(scalars[..<nameStart])
            let directory = DatabaseFiles.realPath(start.isEmpty ? "." : start) ?? start
            let joined = directory == "/" ? "/" + name : directory + "/" + name
            guard let target = linkTarget(joined) else { return joined }
            path = target.utf8.first == UInt8(ascii: "/") ? target : directory + "/" + target
        }
        return path
    }

    /// The target of a symbolic link, or nil for anything else.
    static func linkTarget(_ link: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe readlink(link, bytes.assumingMemoryBound(to: CChar.self).baseAddress!, bytes.count)
        }
        // A path that fills the buffer may have been cut.
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    // MARK: Whole files that fit into memory

    /// The text of a file, or of standard input for `-`.
    ///
    /// - Throws: ``Failure`` that names the file.
    static func text(of path: String) throws(Failure) -> String {
        guard let text = String(validating: try bytes(of: path), as: UTF8.self) else {
            throw Failure(.failed, "\(name(of: path)): the text is not UTF-8")
        }
        return text
    }

    /// The bytes of a file, or of standard input for `-`.
    static func bytes(of path: String) throws(Failure) -> [UInt8] {
        let descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(name(of: path), "cannot be read") }
        defer { if path != "-" { close(descriptor) } }
        guard let bytes = try readToEnd(descriptor, interrupted: Interruption.check) else {
            throw failure(name(of: path), "cannot be read")
        }
        return bytes
    }

    private static func failure(_ name: String, _ fault: String) -> Failure {
        Failure(.failed, "\(name): \(fault): \(systemMessage(errno))")
    }

    private static func name(of path: String) -> String { path == "-" ? "standard input" : Excerpt.of(path) }

    /// Writes a file, replacing what it held.
    static func write(_ text: String, to path: String) throws(Failure) {
        try write(to: path) { sink in sink.write(text) }
    }

    /// Writes a file piece by piece, replacing what it held.
    static func write(to path: String, _ body: (ByteSink) throws(Failure) -> Void) throws(Failure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(Excerpt.of(path), "cannot be written") }
        let sink = ByteSink(descriptor: descriptor, name: path)
        do throws(Failure) {
            try body(sink)
            try sink.flush()
        } catch {
            // The first failure is the one to report.
            _ = close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw failure(Excerpt.of(path), "cannot be written") }
    }
}
