import Glibc

/// A USB bus of umockdev, whose readers are plugged in and out while the daemon runs on it.
final class UsbBus {
    private let process: ChildProcess
    private let control: Descriptor
    private var said: [UInt8] = []
    private var root = ""

    /// A recorded reader with umockdev's `device` and `custom.pcapng`.
    private static var recording: String { "\(RecordedReader.directory)/elanmoc" }

    init(errors: String) throws {
        let (near, far) = try Descriptor.socketPair()
        control = near
        // The system's Python, which has Debian's bindings.
        process = try ChildProcess(
            ["umockdev-wrapper", "/usr/bin/python3", Python.script("usb_bus.py"), Self.recording],
            environment: Python.environment, errors: errors, standard: far)
        root = try line()
    }

    /// Precedes the command of a daemon that runs on this bus.
    var launcher: [String] {
        [
            "env", "-u", "FP_DRIVERS_WHITELIST", "-u", "FP_DRIVERS_ALLOWLIST", "FP_DEVICE_EMULATION=1",
            "UMOCKDEV_DIR=\(root)", "LD_PRELOAD=libumockdev-preload.so.0",
        ]
    }

    /// A part of the reader's recording, with the right index finger of the user who runs the test.
    enum Life: String {
        case open, enroll, list, identify, delete, close
        /// The list of a chip without prints.
        case none
        /// An enrolment whose last answer, to the order to keep the print, never comes.
        case unanswered
        /// An identification without a finger.
        case armed
        /// Only visible, without answers.
        case silent
    }

    /// Plugs a reader in; the first one answers as recorded, the others not at all.
    func plug(into port: Int, serial: String? = nil) throws {
        try tell("plug \(port)\(serial.map { " \($0)" } ?? "")")
    }

    /// Plugs in a reader that answers these parts in this order, and then nothing.
    func plug(into port: Int, serial: String, answering lives: [Life]) throws {
        try tell("plug \(port) \(serial) \(lives.map(\.rawValue).joined(separator: ","))")
    }

    /// Makes a silent reader answer these parts in this order, and then nothing.
    func wake(_ port: Int, answering lives: [Life]) throws {
        try tell("wake \(port) \(lives.map(\.rawValue).joined(separator: ","))")
    }

    func unplug(from port: Int) throws { try tell("unplug \(port)") }

    private func tell(_ words: String) throws {
        try control.write(Array("\(words)\n".utf8))
        let answer = try line()
        guard answer == "done" else { throw HarnessFailure("the bus said \(answer) to \(words)") }
    }

    private func line() throws -> String {
        while true {
            if let end = said.firstIndex(of: UInt8(ascii: "\n")) {
                defer { said.removeSubrange(...end) }
                return String(decoding: said[..<end], as: UTF8.self)
            }
            guard try Descriptor.firstReady(of: [control]) != nil else { throw HarnessFailure("the bus is silent") }
            let bytes = try control.read()
            guard !bytes.isEmpty else { throw HarnessFailure("the bus ended") }
            said += bytes
        }
    }
}
