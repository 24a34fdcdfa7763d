import GateModel
import GateSensor
import Glibc
import VirtualReaders

/// The finger for a reader that libfprint plays in this process.
struct VirtualTouch: Sendable {
    private let reader: VirtualReader
    /// Of a reader of images: the finger as it lies there one time after the other.
    private let impressions: [VirtualReader.ImageCommand]

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
        let finger = VirtualFinger(seed: 1)
        impressions = kind == .image ? (1...8).map { finger.image(.init(seed: $0)) } : []
    }

    /// Puts the finger on an armed reader for the touch of this number, and lifts it.
    func press(_ number: Int) throws {
        switch reader.kind {
        case .device, .storage, .unlisted: try reader.send(.scan("finger"))
        case .image: try reader.connect().send(impressions[number % impressions.count])
        }
    }

    /// Lets a step on the reader's storage go on at once: it waits half a second for a command that changes it.
    func proceed(on found: Reader, of sensor: LibfprintSensor) async throws {
        guard reader.kind == .storage || reader.kind == .unlisted else { return }
        try await sensor.open(found.id)
        try reader.send(.proceed)
    }
}
