import Synchronization

/// The rules for values on the command line; a broken rule is explained in the user's language.
enum ValueRule: CaseIterable {
    case timeout, reuse, lineCount, touchCount
    case itemName, label, reason, reader, user
    case finger, touch, verb
    case path, file, variable, descriptor

    /// The value that `make` finds in the argument; records nil as a fault of this rule.
    func checked<Value>(_ argument: String, _ make: (String) -> Value?) -> Value? {
        let value = make(argument)
        if value == nil { ValueFault(value: argument, rule: self).note() }
        return value
    }

    // MARK: Transforms of options

    func text(_ argument: String) throws -> String {
        try required(argument) { $0.isEmpty ? nil : $0 }
    }

    func count(_ argument: String) throws -> Int {
        let allowed = self == .touchCount ? 1...100 : 1...Int.max
        return try required(argument) { Int($0).flatMap { allowed.contains($0) ? $0 : nil } }
    }

    func timeSpan(_ argument: String) throws -> TimeSpan {
        let allowed: ClosedRange<Duration> = self == .reuse ? .zero ... .seconds(300) : .seconds(1) ... .seconds(120)
        return try required(argument) { TimeSpan($0).flatMap { allowed.contains($0.duration) ? $0 : nil } }
    }

    private func required<Value>(_ argument: String, _ make: (String) -> Value?) throws(ValueFault) -> Value {
        guard let value = checked(argument, make) else { throw ValueFault(value: argument, rule: self) }
        return value
    }
}

/// A value on the command line that breaks its rule.
struct ValueFault: Error, Hashable {
    let value: String
    let rule: ValueRule

    /// Collects faults while a command line is parsed: the parser's errors name neither rule nor value.
    @TaskLocal private static var noted: Notes?

    /// The first fault of a command line.
    private final class Notes: Sendable {
        private let fault = Mutex<ValueFault?>(nil)

        var first: ValueFault? { fault.withLock { $0 } }

        func note(_ found: ValueFault) { fault.withLock { $0 = $0 ?? found } }
    }

    /// Notes the fault if a command line is being parsed.
    func note() { Self.noted?.note(self) }

    /// Parses; throws the first value that broke its rule in place of the parser's error about a value.
    static func thrown<Result>(
        insteadOf isAboutValue: (any Error) -> Bool, by parse: () throws -> Result
    ) throws -> Result {
        let notes = Notes()
        do {
            return try $noted.withValue(notes, operation: parse)
        } catch {
            guard isAboutValue(error), let fault = notes.first else { throw error }
            throw fault
        }
    }
}
