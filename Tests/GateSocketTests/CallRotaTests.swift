import GateModel
import NIOCore
import NIOEmbedded
import Testing

@testable import GateSocket

@Suite struct CallRotaTests {
    private let loop = EmbeddedEventLoop()
    private let user = Claimant.user(UserID(rawValue: 1000))
    private let other = Claimant.user(UserID(rawValue: 1001))

    /// Takes calls for as long as the user may, and returns how many.
    private func takeAll(_ rota: CallRota, of user: Claimant) -> Int {
        var count = 0
        while rota.mayTake(of: user) {
            rota.took(of: user)
            count += 1
        }
        return count
    }

    @Test("Each look at the sockets gives every user new calls, without a pause")
    func eachLook() {
        let rota = CallRota(on: loop)
        for _ in 1...3 {
            #expect(takeAll(rota, of: user) == 16)
            #expect(takeAll(rota, of: other) == 16)
            // Everything that is due runs before the loop looks at its sockets again; the time stands still.
            loop.run()
            rota.looked()
        }
    }

    @Test("While calls are served, the next round waits for a read from a socket")
    func worksOn() {
        let rota = CallRota(on: loop)
        #expect(takeAll(rota, of: user) == 16)
        var rounds = 0
        rota.wait(of: user) { rounds += 1 }
        for _ in 1...20 {
            rota.stepped()
            loop.advanceTime(by: .microseconds(100))
        }
        #expect(rounds == 0)
        rota.looked()
        rota.stepped()
        loop.advanceTime(by: .microseconds(100))
        #expect(rounds == 1)
    }

    @Test("Waiting users go on after a pause, in order, and before new calls from the sockets")
    func whoWaits() {
        let rota = CallRota(on: loop)
        #expect(takeAll(rota, of: user) == 16)
        var order: [Int] = []
        for number in 1...20 {
            rota.wait(of: user) {
                order.append(number)
                rota.took(of: user)
            }
        }
        loop.run()
        #expect(order.isEmpty && !rota.mayTake(of: user))
        // Other users are not affected.
        #expect(takeAll(rota, of: other) == 16)
        loop.advanceTime(by: .microseconds(300))
        #expect(order == Array(1...16) && !rota.mayTake(of: user))
        loop.advanceTime(by: .microseconds(300))
        #expect(order == Array(1...20))
        rota.looked()
        #expect(takeAll(rota, of: user) == 16)
    }

    @Test("A long answer counts for several calls of the round")
    func longAnswers() {
        let rota = CallRota(on: loop)
        rota.took(of: user)
        rota.answered(65_536, user)
        #expect(takeAll(rota, of: user) == 11)
        rota.answered(65_536, other)
        #expect(takeAll(rota, of: other) == 16)
    }

    @Test("A user who waits again comes after those who have not had a turn")
    func waitingAgain() {
        let rota = CallRota(on: loop)
        var order: [String] = []
        func busy(_ name: String, _ calls: Int) {
            rota.wait(of: user) {
                var left = calls
                while left > 0, rota.mayTake(of: user) {
                    rota.took(of: user)
                    left -= 1
                }
                order.append("\(name) \(left)")
                if left > 0 { busy(name, left) }
            }
        }
        busy("a", 20)
        busy("b", 10)
        for _ in 1...3 { loop.advanceTime(by: .microseconds(300)) }
        #expect(order == ["a 4", "b 0", "a 0"])
    }
}
