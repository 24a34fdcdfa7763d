import GateModel
@testable import GateSensor
import Trial

/// Bytes are a print that libfprint reads, or refused. A print is the same after it is written and read again.
///
/// In the daemon only authenticated bytes get this far; this tests the line of defence behind that.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let print = FprintPrint(Template(bytes: Array(unsafe Trial(start, count).rest))) else { return 0 }
    guard let template = print.template else { return 0 }
    guard let again = FprintPrint(template) else {
        require(false, "what libfprint writes, it reads")
        return 0
    }
    require(again.isEqual(to: print), "a print is the same when read anew")
    return 0
}
