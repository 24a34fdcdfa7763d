internal import Glibc

/// A finger that no hand has: ridges as frequency-modulated arcs, whose minutiae are where the phase turns around a
/// point. The same seed gives the same finger.
public struct VirtualFinger: Hashable, Sendable {
    /// Pixels across and down, at 500 dots an inch.
    private static let side = 256
    /// Pixels from ridge to ridge, about half a millimetre.
    private static let ridgePeriod = 9.0
    private static let minutiaCount = 36

    private struct Minutia: Hashable {
        let across: Double
        let down: Double
        let turn: Double
    }

    private let minutiae: [Minutia]

    public init(seed: UInt64) {
        var state = seed
        // SplitMix64 (Steele, Lea and Flood, 2014), scaled to 0..<1.
        func random() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53 as UInt64)
        }
        let inner = Double(Self.side) - 48
        minutiae = (0..<Self.minutiaCount).map { index in
            Minutia(across: 24 + random() * inner, down: 24 + random() * inner, turn: index.isMultiple(of: 2) ? 1 : -1)
        }
    }

    /// The finger as a reader scans it.
    public var image: VirtualReader.ImageCommand {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(Self.side * Self.side)
        for down in 0..<Self.side {
            for across in 0..<Self.side { pixels.append(grey(across: Double(across), down: Double(down))) }
        }
        return .image(width: Self.side, pixels: pixels)
    }

    private func grey(across: Double, down: Double) -> UInt8 {
        let centre = Double(Self.side) / 2
        let radius = hypot(across - centre, down - Double(Self.side) - 40)
        var phase = 2 * Double.pi * radius / Self.ridgePeriod
        for minutia in minutiae { phase += minutia.turn * atan2(down - minutia.down, across - minutia.across) }
        return UInt8(128 + 110 * cos(phase))
    }
}
