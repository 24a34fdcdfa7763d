@testable import GateTPM
import Trial

/// Bytes from the disk are an object of the TPM's, or none; one that is read is written as the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let object = unsafe TPMObject(UnsafeRawBufferPointer(start: start, count: count)) else { return 0 }
    _ = object.point
    guard let bytes = object.marshalled() else { return 0 }
    let again = unsafe bytes.withUnsafeBytes { unsafe TPMObject($0) }
    require(again?.marshalled() == bytes, "an object is the same when read anew")
    return 0
}
