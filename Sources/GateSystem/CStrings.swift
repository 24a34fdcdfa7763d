/// Strings in sequence, each with its NUL, lent as an array of pointers that ends with null.
package enum CStrings {
    package static func joined(_ strings: [[UInt8]]) -> [UInt8] { strings.flatMap { $0 + [0] } }

    package static func joined(_ strings: [String]) -> [UInt8] { joined(strings.map { Array($0.utf8) }) }

    /// `body` must neither let the pointers escape nor change their strings.
    package static func withPointers<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe []
        var start = 0
        for index in bytes.indices where unsafe bytes[index] == 0 {
            // Every string ends inside the buffer, at this NUL.
            let string = unsafe bytes.baseAddress.map { unsafe ($0 + start).assumingMemoryBound(to: CChar.self) }
            unsafe pointers.append(UnsafeMutablePointer(mutating: string))
            start = index + 1
        }
        unsafe pointers.append(nil)
        return unsafe body(pointers)
    }
}
