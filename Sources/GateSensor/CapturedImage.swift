/// One scan of a finger, in eight-bit grey, row by row: biometric data, only for diagnosis.
package struct CapturedImage: Sendable, CustomStringConvertible, CustomReflectable {
    package let width: Int
    package let height: Int
    package let pixels: [UInt8]

    package var description: String { "CapturedImage(\(width) x \(height))" }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
