import ArgumentParser
import GateModel

/// One thing to do with a reader; the raw value is its word on the command line.
enum Step: String, CaseIterable, ExpressibleByArgument, CustomStringConvertible {
    case open, clear, enroll, list, verify, identify, delete, capture, cancel, close

    var description: String { rawValue }
}

/// Why a step failed although the sensor did not.
enum StepFailure: Error, CustomStringConvertible {
    case noMatch
    /// None was enrolled before, and none is listed.
    case noPrint
    case notCancelled(ScanOutcome)

    var description: String {
        switch self {
        case .noMatch: "no match"
        case .noPrint: "no print to take; let enroll or list come before it"
        case .notCancelled(let outcome): "\(outcome), in spite of the cancellation"
        }
    }
}
