import GateWire
import Testing

@testable import GateDaemon

@Suite("the table of methods") struct MethodTableTests {
    @Test("it has every method of the interface, and no other")
    func complete() {
        let declared = VarlinkInterface.gate.text.split(separator: "\n")
            .filter { $0.hasPrefix("method ") }
            .map { String($0.dropFirst("method ".count).prefix { $0 != "(" }) }
        #expect(declared.count > 20)
        let names = MethodTable.all.map { $0.name }
        #expect(names.sorted() == declared.sorted())
        #expect(Set(declared).count == declared.count)
    }

    @Test("what asks the user matters to who is in front, and only what is about a waiting call overtakes it")
    func kinds() {
        for method in MethodTable.all {
            let (name, turn, isUrgent) = (method.name, method.turn, method.isUrgent)
            let isAboutFingers = method.operation == nil || method.isAboutFingers
            #expect(isAboutFingers, "\(name)")
            #expect(isUrgent == ["AnswerRequest", "CancelRequest", "HoldRequest"].contains(name), "\(name)")
            #expect(turn.isWatch == name.hasPrefix("Watch"), "\(name)")
        }
    }
}
