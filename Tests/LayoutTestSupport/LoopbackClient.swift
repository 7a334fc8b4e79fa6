#if canImport(Darwin)
internal import Darwin
private let systemSend = unsafe Darwin.send
#elseif canImport(Musl)
internal import Musl
private let systemSend = unsafe Musl.send
#else
internal import Glibc
private let systemSend = unsafe Glibc.send
#endif

/// An open connection to a server on this computer, which sends exactly the given bytes.
public final class LoopbackConnection: Sendable {
    public struct NoConnection: Error {}

    private let descriptor: CInt

    public init(port: Int) throws {
        #if canImport(Darwin) || canImport(Musl)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw NoConnection() }
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        // A server may refuse a request before it has read it all.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit { close(descriptor) }

    public func send(_ bytes: [UInt8]) { _ = unsafe systemSend(descriptor, bytes, bytes.count, 0) }

    /// Sends a text, whose lines end as HTTP has it.
    public func send(_ text: String) {
        var bytes: [UInt8] = []
        for byte in text.utf8 { bytes += byte == UInt8(ascii: "\n") ? [13, 10] : [byte] }
        send(bytes)
    }

    /// Ends its side of the connection, and reads until the other end closes, for some seconds at the most.
    public func finish() -> String {
        shutdown(descriptor, CInt(SHUT_WR))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
            answer += buffer[..<count]
        }
    }
}

/// Talks to a server on this computer, with a connection for each question.
public enum LoopbackClient {
    /// Sends bytes to a port of 127.0.0.1, and reads until the other end closes, for some seconds at the most.
    public static func exchange(_ bytes: [UInt8], port: Int) throws -> String {
        let connection = try LoopbackConnection(port: port)
        connection.send(bytes)
        return connection.finish()
    }

    /// Sends a text, whose lines end as HTTP has it.
    public static func exchange(_ text: String, port: Int) throws -> String {
        let connection = try LoopbackConnection(port: port)
        connection.send(text)
        return connection.finish()
    }

    /// The answer to a GET.
    public static func get(_ target: String, port: Int) throws -> String {
        try exchange("GET \(target) HTTP/1.1\nHost: 127.0.0.1:\(port)\nConnection: close\n\n", port: port)
    }
}
