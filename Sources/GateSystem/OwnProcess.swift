import Glibc

/// The kernel's facts about this process.
package enum OwnProcess {
    /// The directory of its program, without a slash at the end; nil if unreadable.
    package static var directory: String? {
        var room = [CChar](repeating: 0, count: Int(PATH_MAX))
        // The buffer belongs to the call alone; its size is passed with it (readlink(2), which writes no NUL).
        let count = unsafe readlink("/proc/self/exe", &room, room.count)
        guard count > 0, let slash = room.prefix(count).lastIndex(of: CChar(UInt8(ascii: "/"))) else { return nil }
        return String(decoding: room[..<slash].map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
