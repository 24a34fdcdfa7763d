import Foundation
import GateSystem
import Glibc
import Testing

/// A connection to the daemon that prepares what an example needs.
final class GateSession {
    private let handle: FileHandle
    private var received = Data()

    init(path: String) throws {
        let descriptor = try made(SOCK_STREAM)
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try #require(UnixAddress(path: path)?.apply(connect, to: descriptor) == 0, "connect: errno \(errno)")
    }

    /// Makes a call, calling `touch` whenever a finger is wanted, and returns once it has succeeded.
    func call(_ method: String, _ parameters: [String: Any], touch: () throws -> Void = {}) throws {
        let call: [String: Any] = [
            "method": "org.biometricgate.Gate.\(method)", "parameters": parameters, "more": true,
        ]
        try handle.write(contentsOf: try JSONSerialization.data(withJSONObject: call) + [0])
        while true {
            let reply = try receive()
            try #require(reply["error"] == nil, "\(reply)")
            guard reply["continues"] as? Bool == true else { return }
            let progress = (reply["parameters"] as? [String: Any])?["progress"] as? [String: Any]
            if progress?["event"] as? String == "waitingForFinger" { try touch() }
        }
    }

    private func receive() throws -> [String: Any] {
        while true {
            if let end = received.firstIndex(of: 0) {
                let frame = Data(received[..<end])
                received = Data(received[(end + 1)...])
                return try #require(try JSONSerialization.jsonObject(with: frame) as? [String: Any])
            }
            let more = handle.availableData
            try #require(!more.isEmpty, "the daemon closed the connection")
            received += more
        }
    }
}

/// The socket on which the daemon reports that it is ready (`sd_notify(3)`).
final class NotifySocket {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = try made(SOCK_DGRAM)
        try #require(UnixAddress(path: path)?.apply(bind, to: descriptor) == 0, "bind: errno \(errno)")
        // A daemon that does not start fails the test instead of blocking it.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func awaitReady() throws {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        let message = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        try #require(message.hasPrefix("READY=1"), "the daemon is not ready")
    }
}

private func made(_ type: __socket_type) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(descriptor >= 0, "socket: errno \(errno)")
    return descriptor
}
