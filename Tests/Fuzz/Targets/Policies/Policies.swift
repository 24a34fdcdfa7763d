import GatePolicy
import Trial

/// Bytes that are read as a policy are written as the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(unsafe Trial(start, count).rest)
    guard let policy = UserPolicy(encoded: bytes) else { return 0 }
    guard let again = UserPolicy(encoded: policy.encoded) else {
        require(false, "what was written is read")
        return 0
    }
    require(again == policy, "a policy is the same when read anew")
    return 0
}
