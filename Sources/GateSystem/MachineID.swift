internal import Glibc

/// The machine's number, 32 hexadecimal digits (machine-id(5)); nil if the file is missing, cannot be read or has none,
/// as in a container or before the first boot is over.
package func machineID(at path: String = "/etc/machine-id") -> String? {
    guard let text = readSmallFile(path) else { return nil }
    return text.utf8.count == 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit } ? text : nil
}
