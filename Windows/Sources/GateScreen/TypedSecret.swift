// A PIN or password while it is typed, in memory that is wiped.

public import GateSecret

/// The content of a field for a secret: each change allocates new memory and wipes the old.
public struct TypedSecret: ~Copyable {
    /// The credential that the field accepts.
    public let field: PromptScreen.Field
    /// The number of characters, as Unicode scalars.
    public private(set) var count = 0
    private var bytes = TypedSecret.nothing

    /// Empty.
    public init(_ field: PromptScreen.Field) { self.field = field }

    /// The longest PIN in digits, and the longest password in bytes of UTF-8.
    private var capacity: Int { field == .pin ? 64 : 4096 }

    /// Inserts UTF-8 before the character at `position`: a PIN's digits, or a password without controls, as much as
    /// there is room for. Returns the number of characters.
    public mutating func insert(_ text: Span<UInt8>, at position: Int) -> Int {
        let room = capacity - bytes.count
        var taken = 0
        var inserted = 0
        forEachTaken(in: text, room) { first, length in
            taken += length
            inserted += 1
        }
        guard taken > 0 else { return 0 }
        let offset = offset(of: position)
        bytes = unsafe SecretBytes(count: bytes.count + taken) { target in
            unsafe bytes.withBytes { old in
                // Each part lies within both: the target is as long as the old bytes and the new ones together.
                unsafe copy(old[..<offset], to: target, at: 0)
                unsafe copy(old[offset...], to: target, at: offset + taken)
            }
            var end = offset
            forEachTaken(in: text, room) { first, length in
                for index in first..<first + length {
                    unsafe target[end] = text[index]
                    end += 1
                }
            }
        }
        count += inserted
        return inserted
    }

    /// Removes characters.
    public mutating func remove(_ characters: Range<Int>) {
        let characters = characters.clamped(to: 0..<count)
        guard !characters.isEmpty else { return }
        let (start, end) = (offset(of: characters.lowerBound), offset(of: characters.upperBound))
        bytes = unsafe SecretBytes(count: bytes.count - (end - start)) { target in
            unsafe bytes.withBytes { old in
                // Each part lies within both: the target is as long as the parts before and after.
                unsafe copy(old[..<start], to: target, at: 0)
                unsafe copy(old[end...], to: target, at: start)
            }
        }
        count -= characters.count
    }

    /// Takes the typed text, leaving nothing.
    public mutating func take() -> SecretBytes {
        let typed = bytes.duplicate()
        bytes = Self.nothing
        count = 0
        return typed
    }

    // There is nothing to fill in.
    private static var nothing: SecretBytes { unsafe SecretBytes(count: 0) { _ in } }

    /// The byte offset of a character; a position after the last one gives the end.
    private func offset(of position: Int) -> Int {
        unsafe bytes.withBytes { bytes in
            var characters = 0
            for index in bytes.indices where unsafe Self.beginsCharacter(bytes[index]) {
                if characters == position { return index }
                characters += 1
            }
            return bytes.count
        }
    }

    /// Calls `body` with each accepted character's first byte and length, until there is no more room.
    private func forEachTaken(in text: Span<UInt8>, _ room: Int, _ body: (Int, Int) -> Void) {
        var used = 0
        var first = 0
        while first < text.count {
            var end = first + 1
            while end < text.count, !Self.beginsCharacter(text[end]) { end += 1 }
            let length = end - first
            if takes(text[first], length) {
                guard used + length <= room else { return }
                body(first, length)
                used += length
            }
            first = end
        }
    }

    private func takes(_ byte: UInt8, _ length: Int) -> Bool {
        switch field {
        case .pin: length == 1 && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        case .password: byte >= 0x20 && byte != 0x7F
        }
    }

    /// In UTF-8 every byte does, except a continuation.
    private static func beginsCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}

private func copy(_ part: Slice<UnsafeRawBufferPointer>, to target: UnsafeMutableRawBufferPointer, at offset: Int) {
    guard unsafe !part.isEmpty else { return }
    let place = unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset..<offset + part.count])
    unsafe place.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
}
