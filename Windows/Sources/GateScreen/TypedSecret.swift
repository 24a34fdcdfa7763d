// A PIN or a password while it is typed, in memory that is wiped.

public import GateSecret

/// What stands in a field for a secret: each change makes new memory and wipes the old.
public struct TypedSecret: ~Copyable {
    /// What the field takes.
    public let field: PromptScreen.Field
    /// How many characters it holds, as Unicode scalars.
    public private(set) var count = 0
    private var bytes = TypedSecret.nothing

    /// Holds nothing yet.
    public init(_ field: PromptScreen.Field) { self.field = field }

    /// The longest PIN in digits, and the longest password in bytes of UTF-8.
    private var capacity: Int { field == .pin ? 64 : 4096 }

    /// Puts UTF-8 in before the character `position`: of a PIN its digits, of a password all but controls, as much as
    /// there is room for. How many characters that were.
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
                // Each part lies within both: target is as long as the old bytes and the new ones together.
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

    /// Takes characters out.
    public mutating func remove(_ characters: Range<Int>) {
        let characters = characters.clamped(to: 0..<count)
        guard !characters.isEmpty else { return }
        let (start, end) = (offset(of: characters.lowerBound), offset(of: characters.upperBound))
        bytes = unsafe SecretBytes(count: bytes.count - (end - start)) { target in
            unsafe bytes.withBytes { old in
                // Each part lies within both: target is as long as what stands before and behind.
                unsafe copy(old[..<start], to: target, at: 0)
                unsafe copy(old[end...], to: target, at: start)
            }
        }
        count -= characters.count
    }

    /// Hands over what was typed; nothing is left.
    public mutating func take() -> SecretBytes {
        let typed = bytes.duplicate()
        bytes = Self.nothing
        count = 0
        return typed
    }

    // There is nothing to fill in.
    private static var nothing: SecretBytes { unsafe SecretBytes(count: 0) { _ in } }

    /// Where a character begins; what is behind the last one is the end.
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

    /// Names the characters that are taken in, by first byte and length, until there is no more room.
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

    /// In UTF-8 every byte but a continuation does.
    private static func beginsCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}

private func copy(_ part: Slice<UnsafeRawBufferPointer>, to target: UnsafeMutableRawBufferPointer, at offset: Int) {
    guard unsafe !part.isEmpty else { return }
    let place = unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset..<offset + part.count])
    unsafe place.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
}
