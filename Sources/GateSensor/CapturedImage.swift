/// One scan of a finger, in eight-bit grey, row by row: biometric data, for diagnosis alone.
package struct CapturedImage: Sendable, CustomStringConvertible, CustomReflectable {
    package let width: Int
    package let height: Int
    package let pixels: [UInt8]

    package var description: String { "CapturedImage(\(width) x \(height))" }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
