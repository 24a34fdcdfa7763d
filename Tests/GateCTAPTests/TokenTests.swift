import Testing

@testable import GateCTAP

private let hash = [UInt8](repeating: 7, count: 32)
private let other = [UInt8](repeating: 8, count: 32)

private func tokenMessage(_ changes: KeyValuePairs<CBOR, CBOR?> = [:]) -> [UInt8] {
    let key: CBOR = [1: 2, 3: -25, -1: 1, -2: .bytes(hash), -3: .bytes(hash)]
    var members: [CBOR: CBOR] = [1: 2, 2: 6, 3: key, 9: 3, 10: "example.org"]
    for (name, value) in changes { members[name] = value }
    return [6] + CBOR.map(members.map { CBOR.Pair($0.key, $0.value) }).encoded
}

private func token(_ permissions: CBOR, rpIdHash: [UInt8]?) throws -> TokenScope {
    guard case .token(let request) = try AuthenticatorRequest(tokenMessage([9: permissions])) else {
        throw CTAPStatus.other
    }
    return TokenScope(request, rpIdHash: rpIdHash, on: 1, at: .seconds(100))
}

@Suite("Tokens of the user's verification")
struct TokenTests {
    @Test("A token is asked for by either protocol, for a site or for managing passkeys")
    func request() throws {
        guard case .token(let both) = try AuthenticatorRequest(tokenMessage()) else { throw CTAPStatus.other }
        #expect(both.key.y == hash && both.protocolNumber == 2 && both.permissions == [.make, .signIn])
        #expect(both.rpId == "example.org")
        guard case .token(let manage) = try AuthenticatorRequest(tokenMessage([1: 1, 9: 4, 10: nil])) else {
            throw CTAPStatus.other
        }
        #expect(manage.protocolNumber == 1 && manage.permissions == .manage && manage.rpId == nil)
    }

    @Test(
        "A token that cannot be is refused with the reason",
        arguments: [
            (tokenMessage([9: 0]), .invalidParameter), (tokenMessage([9: -1]), .invalidParameter),
            (tokenMessage([1: 3]), .invalidParameter), (tokenMessage([9: 8]), .unauthorizedPermission),
            (tokenMessage([9: 0x11]), .unauthorizedPermission), (tokenMessage([9: 0x24]), .unauthorizedPermission),
            (tokenMessage([9: 0x44]), .unauthorizedPermission), (tokenMessage([10: nil]), .missingParameter),
            (tokenMessage([9: 6, 10: nil]), .missingParameter), (tokenMessage([9: nil]), .missingParameter),
            (tokenMessage([3: nil]), .missingParameter), (tokenMessage([3: [1: 2, -1: 1]]), .missingParameter),
        ] as [([UInt8], CTAPStatus)])
    func refused(message: [UInt8], status: CTAPStatus) {
        #expect(throws: status) { try AuthenticatorRequest(message) }
    }

    @Test("A token is for its permission, its site and its channel only")
    func scope() throws {
        var scope = try token(1, rpIdHash: hash)
        let now = Duration.seconds(101)
        for (permission, site, channel) in [
            (.signIn, hash, 1), (.manage, hash, 1), (.make, other, 1), (.make, nil, 1), (.make, hash, 2),
        ] as [(TokenPermissions, [UInt8]?, UInt32)] {
            #expect(throws: CTAPStatus.pinAuthInvalid) { try scope.use(permission, for: site, on: channel, at: now) }
        }
        try scope.use(.make, for: hash, on: 1, at: now)
        // Without a site, it manages the passkeys of each.
        var all = try token(4, rpIdHash: nil)
        try all.use(.manage, for: nil, on: 1, at: now)
        try all.use(.manage, for: other, on: 1, at: now)
        var one = try token(4, rpIdHash: hash)
        try one.use(.manage, for: hash, on: 1, at: now)
        #expect(throws: CTAPStatus.pinAuthInvalid) { try one.use(.manage, for: nil, on: 1, at: now) }
        #expect(throws: CTAPStatus.pinAuthInvalid) { try one.use(.manage, for: other, on: 1, at: now) }
    }

    @Test("A token ends 30 s after its last use, and after 10 minutes whatever its use")
    func end() throws {
        var idle = try token(4, rpIdHash: nil)
        try idle.use(.manage, for: nil, on: 1, at: .seconds(129))
        try idle.use(.manage, for: nil, on: 1, at: .seconds(158))
        // A refused use is none.
        #expect(throws: CTAPStatus.pinAuthInvalid) { try idle.use(.make, for: nil, on: 1, at: .seconds(187)) }
        #expect(throws: CTAPStatus.pinAuthInvalid) { try idle.use(.manage, for: nil, on: 1, at: .seconds(188)) }
        var busy = try token(4, rpIdHash: nil)
        for second in stride(from: 120, to: 700, by: 20) {
            try busy.use(.manage, for: nil, on: 1, at: .seconds(second))
        }
        #expect(throws: CTAPStatus.pinAuthInvalid) { try busy.use(.manage, for: nil, on: 1, at: .seconds(700)) }
    }
}

@Suite("Management of passkeys")
struct ManagementTests {
    private static func message(_ number: Int, _ members: CBOR? = nil, proof: Bool = true) -> [UInt8] {
        [0x0A]
            + CBOR(present: [
                1: CBOR(number), 2: members, 3: proof ? 2 : nil, 4: proof ? .bytes([1, 2]) : nil,
            ]).encoded
    }

    @Test("The proof of a command is over its number and its parameters")
    func commands() throws {
        func parsed(_ message: [UInt8]) throws -> (Management, TokenProof) {
            guard case .manage(let command, let proof) = try AuthenticatorRequest(message) else {
                throw CTAPStatus.other
            }
            return (command, proof)
        }
        #expect(try parsed(Self.message(1)) == (.count, TokenProof(code: [1, 2], message: [1], protocolNumber: 2)))
        #expect(try parsed(Self.message(2)).0 == .list(rpIdHash: nil))
        let site: CBOR = [1: .bytes(hash)]
        let listing = try parsed([0x41] + Self.message(4, site).dropFirst())
        #expect(listing.0 == .list(rpIdHash: hash) && listing.1.message == [4] + site.encoded)
        #expect(try parsed(Self.message(6, [2: ["id": .bytes([9]), "type": "public-key"]])).0 == .delete([9]))
        #expect(try AuthenticatorRequest(Self.message(3, proof: false)) == .next(isSite: true))
        #expect(try AuthenticatorRequest(Self.message(5, proof: false)) == .next(isSite: false))
    }

    @Test(
        "Commands that manage nothing are refused with the reason",
        arguments: [
            (message(1, proof: false), .tokenRequired), (message(2, proof: false), .tokenRequired),
            (message(4), .missingParameter), (message(6, [1: .bytes(hash)]), .missingParameter),
            (message(7, [2: ["id": .bytes([9])]]), .invalidSubcommand), (message(0), .invalidSubcommand),
            ([0x0A], .invalidCBOR), ([0x41, 0xA0], .missingParameter),
        ] as [([UInt8], CTAPStatus)])
    func refused(message: [UInt8], status: CTAPStatus) {
        #expect(throws: status) { try AuthenticatorRequest(message) }
    }

    private func passkey(_ id: UInt8, _ hash: [UInt8], _ algorithm: PasskeyAlgorithm = .p256) -> ListedPasskey {
        ListedPasskey(
            credentialId: [id], rpId: "example.org", rpIdHash: hash, rpName: "Example", userId: [id], userName: "kari",
            userDisplayName: nil, algorithm: algorithm, publicKey: [4] + [UInt8](repeating: 1, count: 32) + hash,
            credProtect: 2, isDiscoverable: true)
    }

    @Test("Each site is listed once, and each of its passkeys with its public key")
    func lists() {
        let passkeys = [passkey(1, hash), passkey(2, other, .ed25519), passkey(3, hash)]
        var sites = PasskeyList(of: passkeys, rpIdHash: nil)
        #expect(sites.next(isSite: false) == nil)
        let first = sites.next(isSite: true)
        #expect(first?[3] == ["id": "example.org", "name": "Example"] && first?[4] == .bytes(hash) && first?[5] == 2)
        let second = sites.next(isSite: true)
        #expect(second?[4] == .bytes(other) && second?[5] == nil && sites.next(isSite: true) == nil)
        var own = PasskeyList(of: passkeys, rpIdHash: hash)
        let entry = own.next(isSite: false)
        #expect(entry?[6] == ["id": .bytes([1]), "name": "kari"] && entry?[9] == 2 && entry?[10] == 2)
        #expect(entry?[7] == ["id": .bytes([1]), "type": "public-key"] && entry?[8]?[-3] == .bytes(hash))
        #expect(own.next(isSite: false)?[9] == nil && own.next(isSite: false) == nil)
        var edwards = PasskeyList(of: passkeys, rpIdHash: other)
        #expect(edwards.next(isSite: false)?[8] == [1: 1, 3: -8, -1: 6, -2: .bytes(other)])
        var none = PasskeyList(of: passkeys, rpIdHash: [1])
        #expect(none.next(isSite: false) == nil)
    }
}
