internal import Glibc
internal import SeededRandom

/// An artificial finger: ridges as frequency-modulated arcs, with minutiae where the phase turns around a point. The
/// same seed gives the same finger.
public struct VirtualFinger: Hashable, Sendable {
    /// Pixels across and down, at 500 dots per inch.
    private static let side = 256
    /// Pixels from ridge to ridge, about half a millimetre.
    private static let ridgePeriod = 9.0
    private static let minutiaCount = 36

    private struct Minutia: Hashable {
        let across: Double
        let down: Double
        let turn: Double
    }

    /// How a finger lies on the reader, this time.
    public struct Impression: Hashable, Sendable {
        /// The displacement to the right and down, in pixels.
        public var across = 0.0
        public var down = 0.0
        /// Radians clockwise about the middle of the image.
        public var rotation = 0.0
        /// The largest error of a pixel's grey, as a part of the full range.
        public var noise = 0.0
        /// The seed of the noise.
        public var seed: UInt64 = 0

        /// Straight, in the middle, and clear.
        public init() {}

        /// As a careful hand does it: displaced by up to 12 pixels (0.6 mm) in both directions, turned by up to 8
        /// degrees, and every pixel off by up to a quarter of the full range. The same seed gives the same impression.
        ///
        /// - Parameter carelessness: a factor for all of these.
        public init(seed: UInt64, carelessness: Double = 1) {
            var random = SplitMix(seed: seed)
            across = carelessness * (24 * random.fraction() - 12)
            down = carelessness * (24 * random.fraction() - 12)
            rotation = carelessness * (16 * random.fraction() - 8) * .pi / 180
            noise = carelessness * 0.25 * random.fraction()
            self.seed = random.next()
        }
    }

    private let minutiae: [Minutia]

    public init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let inner = Double(Self.side) - 48
        minutiae = (0..<Self.minutiaCount).map { index in
            Minutia(
                across: 24 + random.fraction() * inner, down: 24 + random.fraction() * inner,
                turn: index.isMultiple(of: 2) ? 1 : -1)
        }
    }

    /// The image without a finger, or of one too dry to show a ridge: NBIS finds no minutia in it.
    public static let blank = VirtualReader.ImageCommand.image(
        width: side, pixels: [UInt8](repeating: 200, count: side * side))

    /// The finger as a reader scans it.
    public var image: VirtualReader.ImageCommand { image(Impression()) }

    public func image(_ impression: Impression) -> VirtualReader.ImageCommand {
        var random = SplitMix(seed: impression.seed)
        let (sine, cosine) = (sin(impression.rotation), cos(impression.rotation))
        let centre = Double(Self.side) / 2
        var pixels: [UInt8] = []
        pixels.reserveCapacity(Self.side * Self.side)
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                let right = Double(column) - centre - impression.across
                let below = Double(row) - centre - impression.down
                let grey = grey(
                    across: centre + cosine * right + sine * below, down: centre + cosine * below - sine * right)
                let noise = impression.noise == 0 ? 0 : 255 * impression.noise * (2 * random.fraction() - 1)
                pixels.append(UInt8(min(255, max(0, grey + noise))))
            }
        }
        return .image(width: Self.side, pixels: pixels)
    }

    private func grey(across: Double, down: Double) -> Double {
        // Each minutia turns the phase by the angle at which it is seen: a product of complex numbers, whose argument
        // is the sum of theirs. 36 factors of at most 400 pixels stay within a Double.
        var (real, imaginary) = (1.0, 0.0)
        for minutia in minutiae {
            let (x, y) = (across - minutia.across, minutia.turn * (down - minutia.down))
            (real, imaginary) = (real * x - imaginary * y, real * y + imaginary * x)
        }
        let centre = Double(Self.side) / 2
        let radius = hypot(across - centre, down - Double(Self.side) - 40)
        let ridge = 2 * Double.pi * radius / Self.ridgePeriod
        return 128 + 110 * (cos(ridge) * real - sin(ridge) * imaginary) / hypot(real, imaginary)
    }
}

extension SplitMix {
    /// In 0..<1.
    fileprivate mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53 as UInt64) }
}
