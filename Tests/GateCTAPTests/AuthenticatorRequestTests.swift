import GateModel
import SeededRandom
import Testing

@testable import GateCTAP

private let hash = [UInt8](repeating: 7, count: 32)

/// A command's message, with changes of its members; nil removes one.
private func making(_ changes: KeyValuePairs<CBOR, CBOR?> = [:]) -> [UInt8] {
    changed(
        1,
        [
            1: .bytes(hash), 2: ["id": "example.org", "name": "Example"],
            3: ["id": .bytes([42]), "name": "kari", "displayName": "Kari"],
            4: [
                ["alg": -257, "type": "public-key"], ["alg": -8, "type": "public-key"],
                ["alg": -7, "type": "public-key"],
            ],
        ], changes)
}

private func signingIn(_ changes: KeyValuePairs<CBOR, CBOR?> = [:]) -> [UInt8] {
    changed(2, [1: "example.org", 2: .bytes(hash)], changes)
}

private func changed(_ command: UInt8, _ map: CBOR, _ changes: KeyValuePairs<CBOR, CBOR?>) -> [UInt8] {
    guard case .map(var pairs) = map else { return [] }
    for (key, value) in changes {
        pairs.removeAll { $0.key == key }
        if let value { pairs.append(CBOR.Pair(key, value)) }
    }
    return [command] + CBOR.map(pairs).encoded
}

private func credential(_ id: [UInt8], type: CBOR = "public-key") -> CBOR { ["id": .bytes(id), "type": type] }

private let salts: CBOR = [
    1: [1: 2, 3: -25, -1: 1, -2: .bytes(hash), -3: .bytes(hash)], 2: .bytes(hash),
    3: .bytes([UInt8](repeating: 1, count: 16)),
]

@Suite("Commands of CTAP 2")
struct AuthenticatorRequestTests {
    private func creation(_ message: [UInt8]) throws -> CredentialCreation {
        guard case .makeCredential(let creation) = try AuthenticatorRequest(message) else { throw CTAPStatus.other }
        return creation
    }

    private func signIn(_ message: [UInt8]) throws -> SignInRequest {
        guard case .getAssertion(let request) = try AuthenticatorRequest(message) else { throw CTAPStatus.other }
        return request
    }

    @Test("A passkey is made with the first algorithm that the site and passkeys have, and as the site wants it")
    func creation() throws {
        let plain = try creation(making())
        #expect(plain.rpId == "example.org" && plain.rpName == "Example" && plain.userId == [42])
        #expect(plain.userName == "kari" && plain.userDisplayName == "Kari" && plain.clientDataHash == hash)
        #expect(plain.algorithm == .ed25519 && plain.exclude == [] && !plain.isDiscoverable)
        #expect(plain.credProtect == nil && !plain.derivesSecrets)
        let foreign = [UInt8](repeating: 0, count: 1024)
        let full = try creation(
            making([
                4: [["alg": -8, "type": "other"], ["alg": -7, "type": "public-key"]],
                5: [credential([1]), credential([2], type: "other"), credential([]), credential(foreign)],
                6: ["unknown": [1: true], "credProtect": 3, "hmac-secret": true],
                7: ["rk": true, "up": true, "uv": false, "fly": 3], 99: "unknown",
            ]))
        #expect(full.algorithm == .p256 && full.exclude == [[1]] && full.isDiscoverable)
        #expect(full.credProtect == 3 && full.derivesSecrets)
    }

    @Test(
        "A creation that cannot be is refused with the reason",
        arguments: [
            (making([1: nil]), .missingParameter), (making([1: "text"]), .unexpectedType),
            (making([1: .bytes([1])]), .invalidParameter), (making([2: nil]), .missingParameter),
            (making([2: ["name": "x"]]), .missingParameter), (making([3: ["name": "x"]]), .missingParameter),
            (making([3: ["id": .bytes([])]]), .invalidParameter),
            (making([3: ["id": .bytes([UInt8](repeating: 0, count: 65))]]), .invalidParameter),
            (making([4: nil]), .missingParameter), (making([4: []]), .unsupportedAlgorithm),
            (making([4: [["alg": -257, "type": "public-key"]]]), .unsupportedAlgorithm),
            (making([4: [["alg": -7]]]), .missingParameter), (making([4: [3]]), .missingParameter),
            (making([5: [["id": "text", "type": "public-key"]]]), .unexpectedType),
            (making([5: .array((0...64).map { credential([UInt8($0)]) })]), .limitExceeded),
            (making([6: ["credProtect": 4]]), .invalidOption), (making([6: ["credProtect": true]]), .unexpectedType),
            (making([7: ["up": false]]), .invalidOption), (making([7: ["rk": 1]]), .unexpectedType),
            (making([8: .bytes([1])]), .missingParameter), (making([8: .bytes([1]), 9: 3]), .invalidParameter),
            (making([10: 1]), .invalidParameter),
            ([1], .invalidCBOR), ([1, 0x80], .unexpectedType), (making() + [0], .invalidCBOR),
        ] as [([UInt8], CTAPStatus)])
    func refusedCreation(message: [UInt8], status: CTAPStatus) {
        #expect(throws: status) { try AuthenticatorRequest(message) }
    }

    @Test("A sign-in names its passkeys, or takes any discoverable one")
    func signIn() throws {
        let plain = try signIn(signingIn())
        #expect(plain.rpId == "example.org" && plain.clientDataHash == hash && plain.allow == nil)
        #expect(!plain.isSilent && plain.salts == nil)
        #expect(try signIn(signingIn([3: []])).allow == nil)
        #expect(try signIn(signingIn([3: [credential([1], type: "other")]])).allow == [])
        let named = try signIn(signingIn([3: [credential([2]), credential([1])], 5: ["up": false, "uv": false]]))
        #expect(named.allow == [[2], [1]] && named.isSilent)
        let secret = try #require(try signIn(signingIn([4: ["hmac-secret": salts]])).salts)
        #expect(secret.key.x == hash && secret.encrypted == hash && secret.protocolNumber == 1)
    }

    @Test(
        "A sign-in that cannot be is refused with the reason",
        arguments: [
            (signingIn([1: nil]), .missingParameter), (signingIn([2: .bytes([])]), .invalidParameter),
            (signingIn([5: ["rk": true]]), .unsupportedOption), (signingIn([6: .bytes([1])]), .missingParameter),
            (signingIn([4: ["hmac-secret": salts], 5: ["up": false]]), .unsupportedOption),
            (signingIn([4: ["hmac-secret": true]]), .unexpectedType),
            (signingIn([4: ["hmac-secret": [1: [:], 2: .bytes(hash), 3: .bytes(hash)]]]), .missingParameter),
            (signingIn([4: ["hmac-secret": changedSalts(2, .bytes([1]))]]), .invalidParameter),
            (signingIn([4: ["hmac-secret": changedSalts(4, 3)]]), .invalidParameter),
            (signingIn([4: ["hmac-secret": changedSalts(4, 2)]]), .invalidParameter),
        ] as [([UInt8], CTAPStatus)])
    func refusedSignIn(message: [UInt8], status: CTAPStatus) {
        #expect(throws: status) { try AuthenticatorRequest(message) }
    }

    private static func changedSalts(_ key: CBOR, _ value: CBOR) -> CBOR {
        guard case .map(let pairs) = salts else { return salts }
        return .map(pairs.filter { $0.key != key } + [CBOR.Pair(key, value)])
    }

    @Test("Requests that only want a touch make and sign nothing")
    func touches() throws {
        #expect(try AuthenticatorRequest(making([8: .bytes([])])) == .touch(.pinNotSet))
        #expect(try AuthenticatorRequest(signingIn([6: .bytes([])])) == .touch(.pinNotSet))
        #expect(try AuthenticatorRequest(making([2: ["id": ".dummy"]])) == .touch(.pinNotSet))
        #expect(try AuthenticatorRequest(making([2: ["id": "make.me.blink"]])) == .touch(.pinNotSet))
        let dummy: CBOR = ["id": .bytes([1]), "name": "dummy"]
        #expect(try AuthenticatorRequest(making([2: ["id": "localhost"], 3: dummy])) == .touch(.pinNotSet))
        // A site under development.
        for user: CBOR in [
            ["id": .bytes([1]), "name": "kari"], ["id": .bytes([1])], ["id": .bytes([2]), "name": "dummy"],
        ] {
            #expect(try creation(making([2: ["id": "localhost"], 3: user])).rpId == "localhost")
        }
        #expect(try AuthenticatorRequest([0x0B]) == .touch(nil))
    }

    @Test("Commands that a passkey's device does not have are refused")
    func others() throws {
        #expect(try AuthenticatorRequest([4]) == .getInfo)
        #expect(try AuthenticatorRequest([6] + ([1: 2, 2: 2] as CBOR).encoded) == .keyAgreement)
        #expect(try AuthenticatorRequest([6] + ([2: 7] as CBOR).encoded) == .userVerificationTries)
        #expect(throws: CTAPStatus.invalidParameter) { try AuthenticatorRequest([6] + ([1: 3, 2: 2] as CBOR).encoded) }
        for subcommand in [1, 3, 4, 5, 9] {
            let message = [6] + ([1: 1, 2: CBOR(subcommand)] as CBOR).encoded
            #expect(throws: CTAPStatus.invalidSubcommand) { try AuthenticatorRequest(message) }
        }
        for command in [7, 8] as [UInt8] {
            #expect(throws: CTAPStatus.notAllowed) { try AuthenticatorRequest([command]) }
        }
        for message in [[], [0], [3], [9], [0x0C], [0x0D], [0xFF]] as [[UInt8]] {
            #expect(throws: CTAPStatus.invalidCommand) { try AuthenticatorRequest(message) }
        }
    }

    @Test("Whatever a message is, it is read or refused", arguments: 0..<4)
    func random(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let messages = [
            making([5: [credential([1])], 6: ["hmac-secret": true]]), signingIn([4: ["hmac-secret": salts]]),
        ]
        var read = 0
        for number in 0..<4000 {
            var message = messages[number & 1]
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                message[Int.random(in: message.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if (try? AuthenticatorRequest(message)) != nil { read += 1 }
        }
        #expect(read > 500)
    }
}

@Suite("Answers of CTAP 2")
struct AuthenticatorAnswerTests {
    @Test("The device says what it can do")
    func info() throws {
        let aaguid = [UInt8](repeating: 9, count: 16)
        let message = AuthenticatorAnswer.info(AuthenticatorInfo(aaguid: aaguid, verifiesUser: true)).message
        let map = try CBOR(decoding: Array(message.dropFirst()))
        #expect(message[0] == 0 && map[1] == ["FIDO_2_0", "FIDO_2_1"] && map[3] == .bytes(aaguid))
        #expect(map[4]?["uv"] == true && map[4]?["rk"] == true && map[4]?["clientPin"] == nil && map[5] == 7609)
        #expect(map[4]?["pinUvAuthToken"] == true && map[4]?["credMgmt"] == true)
    }

    @Test("A new passkey is attested by its own key")
    func created() throws {
        let message = AuthenticatorAnswer.created(authData: [1], signature: [2], .ed25519).message
        #expect(message == bytes("00 a3 01 66 7061636b6564 02 41 01 03 a2 63 616c67 27 63 736967 41 02"))
    }

    @Test("An account is named to the client only if the user chose among several")
    func signedIn() throws {
        func map(isChosen: Bool) throws -> CBOR {
            let signIn = SignIn(
                credentialId: [1], authData: [2], signature: [3], userId: [4], userName: "kari", isChosen: isChosen)
            return try CBOR(decoding: Array(AuthenticatorAnswer.signedIn(signIn).message.dropFirst()))
        }
        let one = try map(isChosen: false)
        #expect(one[1]?["id"] == .bytes([1]) && one[2] == .bytes([2]) && one[3] == .bytes([3]))
        #expect(one[4]?["id"] == .bytes([4]) && one[4]?["name"] == nil && one[6] == nil)
        let several = try map(isChosen: true)
        #expect(several[4]?["name"] == "kari" && several[4]?["displayName"] == nil && several[6] == true)
    }

    @Test("A silent answer names the passkey, and has no flag")
    func silent() throws {
        let message = AuthenticatorAnswer.signedIn(.silent([1], rpIdHash: hash)).message
        let map = try CBOR(decoding: Array(message.dropFirst()))
        #expect(map[1]?["id"] == .bytes([1]) && map[2] == .bytes(hash + [0, 0, 0, 0, 0]) && map[4] == nil)
    }

    @Test("Small answers are the status alone, or one member")
    func small() {
        #expect(AuthenticatorAnswer.done.message == [0])
        #expect(AuthenticatorAnswer.refused(.noCredentials).message == [0x2E])
        #expect(AuthenticatorAnswer.userVerificationTries(3).message == bytes("00 a1 05 03"))
        #expect(
            AuthenticatorAnswer.keyAgreement(x: [1], y: [2]).message
                == bytes("00 a1 01 a5 01 02 03 38 18 20 01 21 41 01 22 41 02"))
    }

    @Test("Only a user's refusal ends a sign-in for good")
    func outcomes() throws {
        let name = try #require(ItemName("x"))
        let outcomes: [(GateError, CTAPStatus)] = [
            (.timedOut(fallbacks: []), .userActionTimeout), (.timedOut(waitedFor: .reader, fallbacks: []), .uvBlocked),
            (.cancelled(by: .user), .operationDenied), (.cancelled(by: .client), .keepAliveCancel),
            (.cancelled(by: .sessionLocked), .uvBlocked), (.cancelled(by: .shutdown), .other),
            (.authenticationFailed(fallbacks: []), .uvInvalid),
            (.notEnrolled(printsVanished: false, fallbacks: []), .uvBlocked),
            (.limitExceeded(Limit(name: "limits.itemsPerUser", maximum: 1)), .keyStoreFull),
            (.limitExceeded(Limit(name: "limits.connections", maximum: 1)), .other),
            (.itemInvalidated(name, by: .revoked), .noCredentials), (.storageFailed, .other),
        ]
        for (error, status) in outcomes { #expect(CTAPStatus(error) == status, "\(error)") }
    }
}
