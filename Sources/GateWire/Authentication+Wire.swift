public import GateModel

extension Authentication {
    /// The contract's `Authentication`, with its age at `now`; across a reboot, the age by the wall clock.
    public func wire(at now: Moment) -> WireObject {
        let age = at.boot == now.boot ? now.sinceBoot - at.sinceBoot : now.wall.since(at.wall)
        return WireObject(present: [
            "factor": .name(factor), "at": .string(at.wall.rfc3339), "ageMilliseconds": .milliseconds(max(age, .zero)),
            "readerId": .name(reader), "printId": .name(print),
        ])
    }

    /// An authentication received at `now`, from which its time since boot is computed back. Nil if a member is missing
    /// or the factor is unknown to this version.
    public init?(wire: WireObject, at now: Moment) {
        guard let factor = wire.known("factor", as: Factor.self), let wall = wire.time("at"),
            let age = wire.milliseconds("ageMilliseconds")
        else { return nil }
        self.init(
            factor: factor, at: Moment(boot: now.boot, sinceBoot: now.sinceBoot - age, wall: wall),
            reader: wire.text("readerId").map(ReaderID.init(rawValue:)),
            print: wire.text("printId").map(PrintID.init(rawValue:)))
    }
}
