internal import Glibc

/// The text of a small kernel file without its final newline; nil if it cannot be read.
package func readSmallFile(_ path: String) -> String? {
    guard let bytes = try? Descriptor.open(path, O_RDONLY).readAll(atMost: 4096),
        let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
}
