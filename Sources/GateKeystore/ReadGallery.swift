internal import GateModel
internal import GateVault
internal import Synchronization

/// A user's prints as they were read with an item.
final class ReadGallery: Sendable {
    fileprivate let gallery: Gallery
    fileprivate let user: User
    /// The user's generation at the time of reading.
    fileprivate let generation: UInt64

    fileprivate init(_ gallery: Gallery, of user: User, _ generation: UInt64) {
        self.gallery = gallery
        self.user = user
        self.generation = generation
    }
}

/// Finds the gallery that was last read with an item, while that item is held and nothing of the user's has changed.
///
/// It keeps no template in memory: the holder of the item does. Any thread may ask.
final class ReadGalleries: Sendable {
    private struct Newest {
        weak var gallery: ReadGallery?
    }

    private let newest = Mutex(Newest())

    func keep(_ gallery: Gallery, of user: User, _ generation: UInt64) -> ReadGallery {
        let read = ReadGallery(gallery, of: user, generation)
        newest.withLock { $0.gallery = read }
        return read
    }

    /// - Parameter generation: the user's present one.
    func present(of user: User, _ generation: UInt64) -> Gallery? {
        let read = newest.withLock { $0.gallery }
        guard let read, read.user == user, read.generation == generation else { return nil }
        return read.gallery
    }
}
