import BlockingTests
import SeededRandom
import Testing

@Suite("Fuzzing", .blocking)
struct FuzzTests {
    /// Calls that are answered at once without a reader and a PIN.
    private static let seeds: [JSON] = [
        ["method": "org.varlink.service.GetInfo", "parameters": [:]],
        ["method": "org.biometricgate.Gate.GetAvailability", "parameters": ["locale": "nb-NO", "uid": 0]],
        [
            "method": "org.biometricgate.Gate.Authenticate",
            "parameters": ["reason": "Pay", "factors": ["fingerprint"]],
        ],
        [
            "method": "org.biometricgate.Gate.StoreSecret",
            "parameters": [
                "name": "a", "secret": "YWJj", "label": "An \"item\" é \u{1F600}", "replace": false,
                "access": ["factors": ["fingerprint", "pin"], "enrollment": "any", "maxAgeSeconds": 300],
            ],
        ],
        [
            "method": "org.biometricgate.Gate.RetrieveSecret",
            "parameters": ["name": "a", "reason": "b", "credential": ["pin": "739154"], "maxAgeSeconds": 3],
        ],
        ["method": "org.biometricgate.Gate.SetPIN", "parameters": ["pin": "letters"]],
        [
            "method": "org.biometricgate.Gate.AnswerOnboarding",
            "parameters": ["app": "org.example", "answer": "accepted"],
        ],
        ["method": "org.biometricgate.Gate.PreviewChange", "parameters": ["change": "revokeAll"]],
        ["method": "org.biometricgate.Gate.CancelRequest", "parameters": ["requestId": "r1"], "oneway": true],
    ]

    @Test("Thousands of random and mutated frames get replies from the contract, or a closed connection")
    func frames() throws {
        try DaemonUnderTest.with([]) { daemon in
            let other = try daemon.client()
            let contract = try #require(Contract.served)
            var random = SplitMix(seed: 0x5EED_0F_6A7E)
            var client = try Descriptor.connected(to: daemon.socketPath)
            var closings = 0
            for round in 0..<600 {
                for _ in 0..<8 {
                    try client.write(Self.frame(&random) + [0])
                }
                // Its answer comes after all others.
                let end = "org.example.round\(round)"
                let question =
                    #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(end)"}}"#
                try client.write(Array(question.utf8) + [0])
                var received: [UInt8] = []
                var isAnswered = false
                while !isAnswered {
                    guard try Descriptor.firstReady(of: [client]) != nil else {
                        throw HarnessFailure("round \(round) is not answered")
                    }
                    let bytes = try client.read()
                    if bytes.isEmpty { break }
                    received += bytes
                    while let nul = received.firstIndex(of: 0) {
                        let reply = try #require(JSON(received[..<nul]))
                        received = Array(received[(nul + 1)...])
                        #expect(contract.knowsError(of: reply), "round \(round): \(reply)")
                        if reply["parameters"]["interface"].string == end { isAnswered = true }
                    }
                }
                if !isAnswered {
                    closings += 1
                    client = try Descriptor.connected(to: daemon.socketPath)
                }
                if round % 50 == 0 { try other.availability() }
            }
            #expect(closings > 0)
            #expect(try other.items().isEmpty)
        }
    }

    @Test("A stream cut anywhere is the same stream")
    func slices() throws {
        try DaemonUnderTest.with([]) { daemon in
            var random = SplitMix(seed: 7)
            let client = try daemon.client()
            let frame = Array("{\"method\":\"org.biometricgate.Gate.ListItems\"}".utf8) + [0]
            for _ in 0..<50 {
                var rest = (frame + frame)[...]
                while !rest.isEmpty {
                    let count = Int.random(in: 1...rest.count, using: &random)
                    rest = rest.dropFirst(
                        try {
                            try client.send(raw: rest.prefix(count)); return count
                        }())
                }
                for _ in 0..<2 {
                    try client.send(raw: [], calling: "ListItems")
                    #expect(try client.receive().parameters["items"] == [])
                }
            }
        }
    }

    private static func frame(_ random: inout SplitMix) -> [UInt8] {
        if Int.random(in: 0..<10, using: &random) == 0 {
            return (0..<Int.random(in: 0..<300, using: &random)).map { _ in UInt8.random(in: 1...255, using: &random) }
        }
        var bytes = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].description.utf8)
        for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&bytes, &random) }
        return bytes
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 1...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes.insert(Array("{}[]\",:\\0e-".utf8).randomElement(using: &random) ?? 0x20, at: place)
        default: bytes.removeLast(bytes.count - place)
        }
        bytes = bytes.map { $0 == 0 ? 1 : $0 }
    }
}
