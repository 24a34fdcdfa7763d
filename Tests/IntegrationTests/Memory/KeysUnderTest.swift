import Dispatch
import GateKeystore
import GateModel
import GateSecret
@_spi(Store) import GateVault
import Glibc
import Synchronization
import Testing

/// The keys behind an item of a daemon's, read in a copy of its state: the daemon hands none out.
struct KeysUnderTest {
    let item: SecretUnderTest
    /// The PIN's private key.
    let pin: SecretUnderTest

    init(_ name: String, pin digits: String, in daemon: DaemonUnderTest) throws {
        let copy = "\(daemon.directory)/copy"
        mkdir(copy, 0o700)
        for (name, bytes) in try daemon.stateFiles() { try Files.write(bytes, to: "\(copy)/\(name)") }
        chmod("\(copy)/root.key", 0o600)
        let found = Mutex<(item: [UInt8], pin: [UInt8])?>(nil)
        let ended = DispatchSemaphore(value: 0)
        Task {
            defer { ended.signal() }
            let user = User(id: UserID(rawValue: 0), name: UserName(rawValue: "root"))
            let keystore = try await Keystore(directory: copy, rootKey: FileRootKey(path: "\(copy)/root.key"))
            let text = Array(digits.utf8)
            let secret = SecretBytes(count: text.count) { $0.copyBytes(from: text) }
            guard let name = ItemName(name), let pin = try await keystore.unlock(pin: secret, of: user) else { return }
            let key = try await keystore.key(of: keystore.itemToOpen(name, of: user), unlocked: pin)
            let keys = (item: key.dataKey.withBytes { Array($0) }, pin: pin.privateKey.withBytes { Array($0) })
            found.withLock { $0 = keys }
        }
        ended.wait()
        let keys = try #require(found.withLock { $0 })
        item = SecretUnderTest("item-key", bytes: keys.item)
        pin = SecretUnderTest("PIN-key", bytes: keys.pin)
    }
}
