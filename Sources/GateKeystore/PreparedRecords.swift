internal import GateModel
internal import Synchronization

/// What calls need of the database, read before they do: closed still, each key and each template sealed as it is on disk.
///
/// All of it is of one state of the file: once anybody has written to that, nothing is found here. A write of the
/// keystore's own forgets it before it begins, on the thread that alone reads and writes, unless it changes nothing of it.
final class PreparedRecords: Sendable {
    private struct ItemKey: Hashable {
        let name: ItemName
        let user: User
    }

    private struct Kept: Sendable {
        var stamp: DatabaseFile.Stamp?
        var items: [ItemKey: SealedItem] = [:]
        var galleries: [User: SealedGallery] = [:]
    }

    /// Of items, and of galleries: where more are in use, some calls read the database once more.
    private static let limit = 16

    private let file: DatabaseFile
    private let kept = Mutex(Kept())

    init(of file: DatabaseFile) {
        self.file = file
    }

    func item(_ name: ItemName, of user: User) -> SealedItem? {
        found { $0.items[ItemKey(name: name, user: user)] }
    }

    func gallery(of user: User) -> SealedGallery? {
        found { $0.galleries[user] }
    }

    /// `stamp` is the file's from before it was read.
    func keep(_ item: SealedItem, of name: ItemName, _ user: User, at stamp: DatabaseFile.Stamp) {
        keep(at: stamp) { kept in
            if kept.items.count >= Self.limit { kept.items = [:] }
            kept.items[ItemKey(name: name, user: user)] = item
        }
    }

    func keep(_ gallery: SealedGallery, of user: User, at stamp: DatabaseFile.Stamp) {
        keep(at: stamp) { kept in
            if kept.galleries.count >= Self.limit { kept.galleries = [:] }
            kept.galleries[user] = gallery
        }
    }

    /// A transaction of the keystore's own is on disk that changed nothing of what is kept. `before` is the file's stamp
    /// from within it: nobody else's could end from then until its own end.
    func outlast(_ before: DatabaseFile.Stamp?) {
        let after = file.stamp
        kept.withLock { kept in
            guard let before, kept.stamp == before, let after, after.follows(before) else {
                kept = Kept()
                return
            }
            kept.stamp = after
        }
    }

    /// The item as it is on disk now, where it is kept.
    func noteUse(_ record: ItemRecord, of user: User) {
        guard let name = ItemName(record.name) else { return }
        kept.withLock { $0.items[ItemKey(name: name, user: user)]?.record = record }
    }

    func forgetAll() {
        kept.withLock { $0 = Kept() }
    }

    private func keep(at stamp: DatabaseFile.Stamp, _ change: (inout Kept) -> Void) {
        kept.withLock { kept in
            if kept.stamp != stamp { kept = Kept(stamp: stamp) }
            change(&kept)
        }
    }

    private func found<Records>(_ lookUp: (Kept) -> Records?) -> Records? {
        kept.withLock { kept in
            guard let records = lookUp(kept), file.stamp == kept.stamp else { return nil }
            return records
        }
    }
}
