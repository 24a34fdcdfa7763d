@testable import GateTPM
import Trial

/// Bytes from the disk are a TPM object or refused. An object is written as the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let stack = try? TPMStack.functions() else {
        require(false, "libtss2 is installed")
        return 0
    }
    guard let object = unsafe TPMObject(UnsafeRawBufferPointer(start: start, count: count), stack) else { return 0 }
    _ = object.point
    guard let bytes = object.marshalled(stack) else { return 0 }
    let again = unsafe bytes.withUnsafeBytes { unsafe TPMObject($0, stack) }
    require(again?.marshalled(stack) == bytes, "an object is the same when read anew")
    return 0
}
