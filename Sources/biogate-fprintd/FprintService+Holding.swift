import GateModel
import GateFace
import GateWire

/// Readers that stay open from a claim to its release.
extension FprintService {
    func hold(at index: Int) {
        let hold = daemon.hold(devices[index].reader.id)
        devices[index].hold = hold
        devices[index].holds += 1
        let (number, place) = (devices[index].number, devices[index].holds)
        Task(executorPreference: executor) { await self.follow(hold, number, place) }
    }

    private func follow(_ hold: FaceCall, _ number: Int, _ place: Int) async {
        var failure: FaceFailure?
        for await reply in hold.replies {
            switch reply {
            case .answer(let wire): if FaceAnswer(wire: wire) == .opened { change(number) { $0.opened() } }
            case .failed(let error): failure = error
            }
        }
        // Its connection ends with it, before the next claim begins another.
        if let index = devices.firstIndex(where: { $0.number == number && $0.holds == place }) {
            devices[index].hold = nil
        }
        change(number) { $0.holdEnded(failure) }
    }
}
