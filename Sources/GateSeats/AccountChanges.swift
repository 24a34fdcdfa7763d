import Dispatch
import Glibc

/// Watches the files that hold the system's local accounts and passwords (`inotify(7)`).
package enum AccountChanges {
    private static let directory = "/etc"
    private static let names: Set<String> = ["passwd", "shadow"]

    /// Fires after changes, merging rapid ones; nil if the directory cannot be watched.
    package static func stream() -> AsyncStream<Void>? {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        // The files are replaced by renaming, so the directory is watched, not the files.
        guard unsafe inotify_add_watch(descriptor, directory, UInt32(IN_MOVED_TO | IN_CLOSE_WRITE)) >= 0 else {
            close(descriptor)
            return nil
        }
        let (stream, changes) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        // Any thread may cancel a dispatch source, and nothing else is done with this one once it is active.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        unsafe source.setEventHandler {
            if changedNames(descriptor).contains(where: names.contains) { changes.yield() }
        }
        unsafe source.setCancelHandler { close(descriptor) }
        changes.onTermination = { _ in unsafe source.cancel() }
        unsafe source.activate()
        return stream
    }

    /// Reads the pending events, and returns the names of the affected files.
    private static func changedNames(_ descriptor: Int32) -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var names: [String] = []
        while true {
            // The pointer is valid for the bytes passed (read(2)).
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return names }
            var rest = buffer[..<count]
            let header = MemoryLayout<inotify_event>.size
            while rest.count >= header {
                // The kernel writes whole events: a header that ends with the length of the name behind it.
                let length = unsafe rest.withUnsafeBytes { bytes in
                    unsafe bytes.loadUnaligned(fromByteOffset: header - 4, as: UInt32.self)
                }
                let name = rest.dropFirst(header).prefix(Int(length)).prefix { $0 != 0 }
                names.append(String(decoding: name, as: UTF8.self))
                rest = rest.dropFirst(header + Int(length))
            }
        }
    }
}
