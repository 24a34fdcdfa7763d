import GateModel
import GateSensor
import Glibc
import VirtualReaders

/// The finger for a reader that libfprint plays in this process.
struct VirtualTouch: Sendable {
    private let reader: VirtualReader
    private let finger = VirtualFinger(seed: 1)

    /// Nil where the reader is a real one. Of two virtual readers with storage it is the one that lists.
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
        // Not the impressions of the enrolment again: bozorth3 takes a second for the same image.
        case .image: try reader.connect().send(finger.image(.init(seed: UInt64(number))))
        }
    }

    /// Lets a step on the reader's storage go on at once: it waits half a second for a command that changes it.
    func proceed(on found: Reader, of sensor: LibfprintSensor) async throws {
        guard reader.kind == .storage || reader.kind == .unlisted else { return }
        try await sensor.open(found.id)
        try reader.send(.proceed)
    }
}
