import GateVault
import Trial

/// Made for the first trial; each trial leaves it to the next one unchanged.
private let bench = Result { try RecordBench() }

/// Whatever rows a database has, the keystore opens what was stored, or refuses.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var trial = unsafe Trial(start, count)
    do {
        let bench = try bench.get()
        let questions = RecordQuestion.chosen(by: trial.byte())
        let changed = try bench.change(&trial)
        guard !changed.isEmpty else { return 0 }
        try finish {
            for question in questions { await bench.ask(question) }
        }
        try bench.restore(changed)
    } catch {
        require(false, "the bench stands: \(error)")
    }
    return 0
}
