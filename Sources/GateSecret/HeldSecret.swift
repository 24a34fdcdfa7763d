/// A secret that a collection can hold. Wiped when nothing refers to it any more.
public final class HeldSecret: Sendable {
    public let bytes: SecretBytes

    public init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}
