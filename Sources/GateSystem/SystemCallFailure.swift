internal import Glibc

/// A failed system call, with its path and errno.
package struct SystemCallFailure: Error, Hashable, CustomStringConvertible {
    package let function: String
    package let path: String
    package let errno: Int32

    package init(function: String, path: String, errno: Int32) {
        self.function = function
        self.path = path
        self.errno = errno
    }

    package var isMissing: Bool { errno == ENOENT }

    /// Whether nothing listens on the socket, or it does not exist.
    package var isNobodyThere: Bool { errno == ENOENT || errno == ECONNREFUSED }

    /// For example `token.txt: No such file or directory`.
    package var description: String { "\(path.isEmpty ? function : path): \(errorText(errno))" }
}

/// The C library's text for an errno, for example `No such file or directory`.
package func errorText(_ number: Int32) -> String {
    // The C library's own text, which it never frees; glibc allows any thread (strerror(3)).
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "errno \(number)"
}

/// Makes the call, and repeats it after an interruption by a signal; returns its result, which is not negative.
@discardableResult
package func checked(
    _ function: String, _ path: String = "", _ call: () -> Int32
) throws(SystemCallFailure) -> Int32 {
    while true {
        let result = call()
        if result >= 0 { return result }
        let number = errno
        guard number == EINTR else { throw SystemCallFailure(function: function, path: path, errno: number) }
    }
}
