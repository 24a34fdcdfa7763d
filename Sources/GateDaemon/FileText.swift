import GateSystem
import Glibc

/// Why a file gives no text.
enum FileTextError: Error {
    case unreadable(errno: Int32)
    case tooLongOrNotUTF8
}

/// The text of a file of at most `maximumBytes`.
func text(ofFile path: String, maximumBytes: Int) throws(FileTextError) -> String {
    let bytes: [UInt8]?
    do {
        bytes = try Descriptor.open(path, O_RDONLY).readAll(atMost: maximumBytes)
    } catch {
        throw .unreadable(errno: error.errno)
    }
    guard let bytes, let text = String(validating: bytes, as: UTF8.self) else { throw .tooLongOrNotUTF8 }
    return text
}

/// The text of a small file of the kernel's without its trailing newline; nil where it cannot be read.
func readSmallFile(_ path: String) -> String? {
    guard let text = try? text(ofFile: path, maximumBytes: 4096) else { return nil }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
}
