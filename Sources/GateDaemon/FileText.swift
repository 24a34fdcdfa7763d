import Glibc

/// Why a file gives no text.
enum FileTextError: Error {
    case unreadable(errno: Int32)
    case tooLongOrNotUTF8
}

/// The text of a file of at most `maximumBytes`.
func text(ofFile path: String, maximumBytes: Int) throws(FileTextError) -> String {
    // The path is a C string for the length of the call (open(2)).
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= maximumBytes {
        // The pointer is valid for as many bytes as are passed (read(2)).
        let count = unsafe chunk.withUnsafeMutableBytes { (room: UnsafeMutableRawBufferPointer) in
            unsafe read(descriptor, room.baseAddress, room.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .unreadable(errno: errno) }
        if count == 0 { break }
        bytes.append(contentsOf: chunk[..<count])
    }
    guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
        throw .tooLongOrNotUTF8
    }
    return text
}

/// The text of a small file of the kernel's without its trailing newline; nil where it cannot be read.
func readSmallFile(_ path: String) -> String? {
    guard let text = try? text(ofFile: path, maximumBytes: 4096) else { return nil }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
}
