import GateSecret
import GateSystem
import Glibc

/// A program that replaces this process.
struct Program: ~Copyable {
    private let path: String
    private let arguments: [[UInt8]]
    /// The program's initial signal state.
    private let signals: SignalState
    private var environment: ProcessEnvironment
    /// `NAME=value` each, with a NUL at its end.
    private var secretVariables = unsafe SecretBytes(count: 0) { _ in }
    /// The program's open files, by the numbers that it expects.
    private var files: [(number: Int32, file: Int32)] = []

    init(path: String, arguments: [[UInt8]], environment: ProcessEnvironment, signals: SignalState) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.signals = signals
    }

    /// A variable that is no secret.
    mutating func set(_ variable: String, _ value: String) { environment.set(variable, value) }

    /// The secret must not contain a NUL.
    mutating func bind(_ variable: String, to secret: borrowing SecretBytes) {
        environment.remove(variable)
        secretVariables = secretVariables.followed(by: Array((variable + "=").utf8))
            .followed(by: secret).followed(by: [0])
    }

    /// Lets the program read the secret from a pipe, which has room for the largest one.
    mutating func bind(_ number: Int32, to secret: borrowing SecretBytes) throws(SystemCallFailure) {
        let ends = try Descriptor.pipe()
        let writer = Descriptor(owning: ends.writer, path: "the pipe for the program")
        // Moved away from the requested numbers.
        let reader = fcntl(ends.reader, F_DUPFD_CLOEXEC, 256)
        close(ends.reader)
        guard reader >= 0 else { throw SystemCallFailure(function: "fcntl", path: "", errno: errno) }
        files.append((number, reader))
        // The other end is not read yet: a write to a full pipe would wait forever.
        _ = fcntl(writer.number, F_SETFL, O_NONBLOCK)
        try unsafe secret.withBytes { (bytes) throws(SystemCallFailure) in
            try unsafe writer.write(bytes, isWaiting: false)
        }
    }

    /// Returns only if the program could not be started.
    consuming func execute() -> SystemCallFailure {
        for (number, file) in files where dup2(file, number) < 0 {
            return SystemCallFailure(function: "dup2", path: path, errno: errno)
        }
        let path = path
        let signals = signals
        let words = CStrings.joined(arguments)
        let variables = unsafe SecretBytes(count: 0) { _ in }
            .followed(by: CStrings.joined(environment.entries)).followed(by: secretVariables)
        unsafe words.span.withUnsafeBytes { words in
            unsafe CStrings.withPointers(words) { words in
                unsafe variables.withBytes { variables in
                    unsafe CStrings.withPointers(variables) { variables in
                        signals.restore()
                        // The arrays live until the call returns, if it does.
                        _ = unsafe execve(path, words, variables)
                    }
                }
            }
        }
        return SystemCallFailure(function: "execve", path: path, errno: errno)
    }
}

extension SecretBytes {
    func contains(_ byte: UInt8) -> Bool {
        unsafe withBytes { unsafe $0.contains(byte) }
    }

    borrowing func followed(by secret: borrowing SecretBytes) -> SecretBytes {
        unsafe secret.withBytes { unsafe joined(with: $0) }
    }

    borrowing func followed(by bytes: [UInt8]) -> SecretBytes {
        unsafe bytes.span.withUnsafeBytes { unsafe joined(with: $0) }
    }

    private borrowing func joined(with more: UnsafeRawBufferPointer) -> SecretBytes {
        unsafe SecretBytes(count: count + more.count) { target in
            unsafe withBytes { unsafe target.copyMemory(from: $0) }
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyMemory(from: more)
        }
    }
}
