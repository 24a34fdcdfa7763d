import GateCore
import GateModel
import GateSSH
import GateWire

enum SetDestinations: GateMethod {
    static let name = "SetDestinations"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (name, destinations) = try reading { () throws(CallFault) in
            (try parameters.itemName("name"), try parameters.destinations("destinations"))
        }
        for (number, destination) in destinations.enumerated() {
            guard let key = try? HostKey(blob: destination.key), key.certificate == nil else {
                let fault = ParameterFault("destinations[\(number)].key", "a server's public key in ssh's form")
                throw .fault(.invalidParameter(fault, oneway: call.oneway))
            }
        }
        let credential = call.takeCredential()
        do throws(GateError) {
            let item = try await context.gatekeeper.setDestinations(
                destinations, of: name, credential: credential, of: context.caller.peer.user, by: context.caller)
            return .reply(["item": .object(item.wire)])
        } catch {
            throw .refused(error)
        }
    }
}

extension Item {
    /// The server of a login by the name that the PIN or the password vouched for; nil for messages, and for keys without
    /// destinations. Throws for a login that is to none of them.
    func vouchedServer(
        of content: SSHContent, at now: WallTime, _ cryptography: some SSHCryptography
    ) throws(GateError) -> SignatureSubject.Server? {
        guard !destinations.isEmpty, case .login(let login, let target, _) = content else { return nil }
        guard case .host(let host, _) = target,
            let destination = destinations.first(where: {
                $0.fits(host, at: now, cryptography) && ($0.user ?? login.user) == login.user
            })
        else { throw .signatureRefused(.otherServer) }
        return SignatureSubject.Server(
            fingerprint: host.fingerprint(cryptography), claimedName: nil, name: destination.verifiedName)
    }
}

extension SSHDestination {
    fileprivate func fits(_ host: HostKey, at now: WallTime, _ cryptography: some SSHCryptography) -> Bool {
        guard isAuthority else { return host.plainBlob == key }
        guard let certificate = host.certificate, certificate.authority == key else { return false }
        return certificate.isFor(verifiedName, at: UInt64(max(0, now.millisecondsSinceEpoch / 1000)))
            && certificate.isSound(cryptography)
    }
}
