import GateFace
import GateModel
import GateWire

/// Readers that stay open from a claim to its release.
extension FprintService {
    func hold(at index: Int) {
        devices[index].holds += 1
        let (number, place) = (devices[index].number, devices[index].holds)
        devices[index].hold = daemon.hold(devices[index].reader.id) { reply in
            self.assumeIsolated { $0.holdSaid(reply, number, place) }
        }
    }

    private func holdSaid(_ reply: FaceReply, _ number: Int, _ place: Int) {
        guard let index = devices.firstIndex(where: { $0.number == number && $0.holds == place }) else { return }
        switch reply {
        case .answer(let wire): if FaceAnswer(wire: wire) == .opened { change(number) { $0.opened() } }
        case .failed(let failure): devices[index].holdFailure = failure
        case .givenUp:
            devices[index].isHoldGivenUp = true
            change(number) { $0.holdGivenUp() }
        case .ended:
            let failure = devices[index].holdFailure.take()
            // Its connection ends with it, before the next claim begins another.
            devices[index].hold = nil
            if devices[index].isHoldGivenUp {
                devices[index].isHoldGivenUp = false
                change(number) { $0.givenUpEnded() }
            } else {
                change(number) { $0.holdEnded(failure) }
            }
        }
    }
}
