internal import GateModel
internal import Synchronization

/// Items that were read before they are opened: closed still, each key wrapped as it is on disk.
///
/// Every write forgets them all before it begins, on the thread that alone reads and writes. So what is found here is what
/// the database says.
final class PreparedItems: Sendable {
    private struct Key: Hashable {
        let name: ItemName
        let user: User
    }

    private struct Kept: Sendable {
        let content: SealedContent
        let stamp: FileStamp
    }

    /// More calls than this wait for a finger only where some of them read the database once more.
    private static let limit = 8

    private let path: String
    private let kept = Mutex<[Key: Kept]>([:])

    init(path: String) {
        self.path = path
    }

    /// `stamp` is the file's from before it was read.
    func keep(_ content: SealedContent, of name: ItemName, _ user: User, at stamp: FileStamp) {
        kept.withLock { kept in
            if kept.count >= Self.limit { kept.removeAll() }
            kept[Key(name: name, user: user)] = Kept(content: content, stamp: stamp)
        }
    }

    /// Nil where the file is not the one that was read, or was written to from elsewhere.
    func content(of name: ItemName, _ user: User) -> SealedContent? {
        guard let found = kept.withLock({ $0[Key(name: name, user: user)] }), FileStamp(path) == found.stamp else {
            return nil
        }
        return found.content
    }

    func forgetAll() {
        kept.withLock { $0.removeAll() }
    }
}
