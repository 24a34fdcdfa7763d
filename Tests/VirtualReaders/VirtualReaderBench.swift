internal import Glibc

/// One virtual reader of each kind wanted, with its socket in a new directory, removed with the bench.
public final class VirtualReaderBench: Sendable {
    /// The directory of the sockets.
    public let directory: String
    public let readers: [VirtualReader]

    /// Creates the directory; nil if `/tmp` does not allow it.
    public init?(_ kinds: [VirtualReader.Kind] = VirtualReader.Kind.allCases) {
        var template = Array("/tmp/virtual-readers-XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
        }
        guard isMade else { return nil }
        let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.directory = directory
        readers = kinds.map { VirtualReader($0, path: "\(directory)/\($0)") }
    }

    deinit {
        for reader in readers { unsafe unlink(reader.path) }
        unsafe rmdir(directory)
    }

    /// Nil if the bench was made without it.
    public func reader(_ kind: VirtualReader.Kind) -> VirtualReader? { readers.first { $0.kind == kind } }

    /// The variables that make libfprint play these readers, and use no real one.
    public var environment: [String: String] {
        var environment = Dictionary(uniqueKeysWithValues: readers.map { ($0.kind.variable, $0.path) })
        // The variable was renamed in libfprint 1.94.7.
        let drivers = "virtual_device:virtual_device_storage:virtual_image"
        environment["FP_DRIVERS_WHITELIST"] = drivers
        environment["FP_DRIVERS_ALLOWLIST"] = drivers
        return environment
    }

    /// Puts the bench into this process's environment, which libfprint reads when a context is made.
    public func install() {
        for kind in VirtualReader.Kind.allCases { unsafe unsetenv(kind.variable) }
        for (name, value) in environment { unsafe setenv(name, value, 1) }
    }
}
