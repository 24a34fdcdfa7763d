internal import CGateShims
import Glibc

/// The kernel's facts about this process.
package enum OwnProcess {
    /// The directory of its program, without a slash at the end; nil if unreadable.
    package static var directory: String? {
        guard let path = Descriptor.target(ofLink: "/proc/self/exe"), let slash = path.lastIndex(of: UInt8(ascii: "/"))
        else { return nil }
        return String(decoding: path[..<slash], as: UTF8.self)
    }

    /// The path of its program, which other names may be links to; nil if unreadable.
    package static var program: String? {
        Descriptor.target(ofLink: "/proc/self/exe").map { String(decoding: $0, as: UTF8.self) }
    }

    /// The name by which it was started: the last part of the first argument.
    package static var name: String {
        let path = arguments.first ?? []
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
        return String(decoding: path[start...], as: UTF8.self)
    }

    /// A variable of the environment; nil if it is missing or empty, or the process has more rights than its caller
    /// (secure_getenv(3)). Read it before other code of the process may change the environment.
    package static func variable(_ name: String) -> String? {
        // The value is copied at once.
        guard let value = unsafe gate_environment(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }

    /// The arguments in bytes, since they need not be UTF-8.
    package static var arguments: [[UInt8]] {
        // Each element is a C string that lives as long as the process.
        (0..<Int(CommandLine.argc)).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { argument in
                unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            }
        }
    }

    /// From now on, all threads allocate from one heap, and the memory of long messages goes back to the kernel at once:
    /// the C library would learn to keep it. Call it before other threads run.
    package static func shareHeap() { gate_share_heap() }

    /// From now on, neither a core dump nor another program of the user shows this process's memory. Its files in `/proc`
    /// that show more than `ps` does are then root's.
    package static func forbidDumps() { _ = gate_forbid_dumps() }

    /// `NAME=value` each, for a child; read only while no other thread changes it.
    package static var environment: [[UInt8]] {
        var variables: [[UInt8]] = []
        // The array ends with a null pointer, and each of its elements is a C string (environ(7)).
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            unsafe variables.append(
                Array(UnsafeBufferPointer(start: variable, count: strlen(variable))).map { UInt8(bitPattern: $0) })
            unsafe next += 1
        }
        return variables
    }
}
