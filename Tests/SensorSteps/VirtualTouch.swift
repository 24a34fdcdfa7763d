import GateModel
import GateSensor
import Glibc
import Synchronization
import VirtualReaders

/// The finger for a reader that libfprint plays in this process.
final class VirtualTouch: Sendable {
    /// Touches after which an impression is repeated: more than between an enrolment and the scans for its print,
    /// because bozorth3 takes a second for the same image.
    private static let impressions = 8

    private let reader: VirtualReader
    private let finger = VirtualFinger(seed: 1)
    /// The impressions made so far: making one takes longer than a whole scan.
    private let images = Mutex<[Int: VirtualReader.ImageCommand]>([:])

    /// Nil for a real reader. Of two virtual readers with storage it is the one that lists.
    init?(of found: Reader) {
        let kind: VirtualReader.Kind? =
            switch found.driver {
            case "virtual_device": .device
            case "virtual_image": .image
            case "virtual_device_storage": found.capabilities.contains(.storageList) ? .storage : .unlisted
            default: nil
            }
        guard let kind, let path = unsafe getenv(kind.variable) else { return nil }
        reader = unsafe VirtualReader(kind, path: String(cString: path))
    }

    /// Puts the finger on an armed reader for the touch of this number, and lifts it.
    func press(_ number: Int) throws {
        switch reader.kind {
        case .device, .storage, .unlisted: try reader.send(.scan("finger"))
        case .image: try reader.connect().send(image(number % Self.impressions))
        }
    }

    private func image(_ impression: Int) -> VirtualReader.ImageCommand {
        images.withLock { images in
            if let image = images[impression] { return image }
            let image = finger.image(.init(seed: UInt64(impression)))
            images[impression] = image
            return image
        }
    }

    /// Lets a step on the reader's storage go on at once: it would wait half a second for a command that changes it.
    func proceed(on found: Reader, of sensor: LibfprintSensor) async throws {
        guard reader.kind == .storage || reader.kind == .unlisted else { return }
        try await sensor.open(found.id)
        try reader.send(.proceed)
    }
}
