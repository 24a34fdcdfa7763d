import Glibc

/// A line typed without being shown, edited like the kernel's line editor (termios(3)).
struct HiddenLine {
    /// The keys that edit a line.
    struct Keys {
        var erase: UInt8 = 0x7F
        var kill: UInt8 = 0x15
        var end: UInt8 = 0x04

        init() {}

        /// The user's choice of keys (stty(1)).
        init(_ modes: termios) {
            erase = modes.c_cc.2
            kill = modes.c_cc.3
            end = modes.c_cc.4
        }
    }

    enum Step { case goesOn, isWhole }

    private let keys: Keys
    /// The length of the line in the memory.
    private(set) var count = 0
    /// Whether the user ended the input instead of a line.
    var isEnded = false

    init(_ keys: Keys = Keys()) {
        self.keys = keys
    }

    mutating func clear() { count = 0 }

    /// Takes a key; drops it if there is no room.
    mutating func take(_ key: UInt8, in memory: UnsafeMutableRawBufferPointer) -> Step {
        switch key {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .isWhole
        case keys.end:
            isEnded = count == 0
            return isEnded ? .isWhole : .goesOn
        case keys.kill: clear()
        case keys.erase, 0x08: unsafe eraseScalar(in: memory)
        default:
            guard count < memory.count else { return .goesOn }
            unsafe memory[count] = key
            count += 1
        }
        return .goesOn
    }

    /// Erases one character of UTF-8: its first byte and the continuation bytes.
    private mutating func eraseScalar(in memory: UnsafeMutableRawBufferPointer) {
        repeat {
            guard count > 0 else { return }
            count -= 1
        } while unsafe memory[count] & 0xC0 == 0x80
    }
}
