import GateModel
import GateSSH
import GateSecret
import Trial

/// What a client of the agent sends, what a server has signed, a list of known hosts, and files of
/// private keys are read or refused. A login is
/// for the server of its connection's last binding, or it is refused.
///
/// The first byte chooses the structure.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var trial = unsafe Trial(start, count)
    let kind = trial.byte() % 9
    switch kind {
    case 0: tryFrames(&trial)
    case 1: tryAnswer(Array(trial.rest))
    case 2: tryBinding(Array(trial.rest))
    case 3: tryContent(&trial)
    case 4: tryKnownHosts(Array(trial.rest))
    case 5: tryObject(Array(trial.rest))
    case 6: tryText(Array(trial.rest))
    case 7: trySignature(&trial)
    default: tryPrivateKey(Array(trial.rest))
    }
    return 0
}

private func tryFrames(_ trial: inout Trial) {
    var decoder = AgentFrameDecoder()
    while !trial.isAtEnd {
        decoder.append(trial.bytes(Int(trial.byte())))
        do {
            while let message = try decoder.next() {
                require(!message.isEmpty && message.count <= SSHLimits.message, "a message keeps its limit")
                _ = try? AgentRequest(message)
            }
        } catch {
            return
        }
    }
}

private func tryAnswer(_ bytes: [UInt8]) {
    guard let answer = try? AgentAnswer(bytes) else { return }
    require(answer.message == bytes, "an answer is the same when written anew")
}

private func tryBinding(_ bytes: [UInt8]) {
    guard let binding = try? SessionBinding(bytes) else { return }
    require(binding.bytes == bytes, "a binding is the same when written anew")
    guard let plain = try? HostKey(blob: binding.hostKey.plainBlob) else {
        return require(false, "the key of a certificate is a key")
    }
    require(plain.certificate == nil && plain.plainBlob == plain.blob, "the key alone has no certificate")
    if binding.hostKey.certificate == nil { require(plain == binding.hostKey, "a key has one form") }
    var bindings = SessionBindings()
    try? bindings.bind(binding, Trusting())
    require(bindings.isBroken != (bindings.all == [binding]), "a binding is kept or refused")
}

private func tryContent(_ trial: inout Trial) {
    var bindings = SessionBindings()
    for _ in 0..<(trial.byte() % 4) {
        let count = Int(trial.byte()) << 8 | Int(trial.byte())
        guard let binding = try? SessionBinding(trial.bytes(count)) else { return }
        try? bindings.bind(binding, Trusting())
    }
    let data = Array(trial.rest)
    var keys: [UserKey] = []
    if let login = try? LoginRequest(data), let key = try? UserKey(blob: login.key) { keys.append(key) }
    if let key = UserKey(.ed25519, subjectPublicKeyInfo: encodedKey) { keys.append(key) }
    for key in keys {
        guard let content = try? SSHContent(data, by: key, bindings, object: nil, Trusting()) else { continue }
        switch content {
        case .login(let login, .unbound, let naming):
            require(bindings.all.isEmpty && key.naming(in: login.key) == naming, "a login is by its key")
        case .login(let login, .host(let host, let way), _):
            require(login.sessionID == bindings.all.last?.sessionID, "a login is for the last session")
            require(host == bindings.all.last?.hostKey, "a login is for the last binding's server")
            require(way == bindings.all.dropLast().map(\.hostKey), "the way is that of the bindings")
        case .message(let message, let way, let object):
            require(message.value.count == message.digest.count && object == nil, "a message has its digest")
            require(way.count == bindings.all.count, "the way is that of the bindings")
        }
        require(!bindings.isBroken, "nothing is signed after a refused binding")
    }
}

private let encodedKey: [UInt8] =
    [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00] + [UInt8](repeating: 7, count: 32)

private func tryKnownHosts(_ bytes: [UInt8]) {
    let hosts = KnownHosts(bytes)
    guard let key = UserKey(.ed25519, subjectPublicKeyInfo: encodedKey), let host = try? HostKey(blob: key.blob) else {
        return require(false, "the key is one")
    }
    _ = hosts.standing(of: host, asked: ["example.org", ""], tried: hosts.plainNames, Trusting())
}

private func tryObject(_ bytes: [UInt8]) {
    guard let object = GitObject(bytes) else { return }
    requireShown(object.title, limit: ForeignText.titleLimit)
    if case .tag(let name) = object.kind { requireShown(name, limit: ForeignText.titleLimit) }
}

private func tryText(_ bytes: [UInt8]) {
    let limit = 1 + Int(bytes.first ?? 0) % 80
    requireShown(ForeignText.cleaned(bytes, limit: limit), limit: limit)
    let target = LoginTarget(bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    require(target.map { !$0.host.hasPrefix("-") && !$0.host.contains(" ") } ?? true, "a host is a name")
}

private func requireShown(_ text: String, limit: Int) {
    require(text.unicodeScalars.count <= limit, "a text keeps its limit")
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            require(false, "a text has no character that cannot be seen")
        default: continue
        }
    }
    require(ForeignText.cleaned(text, limit: limit) == text, "a clean text stays as it is")
}

private func trySignature(_ trial: inout Trial) {
    let key = trial.bytes(Int(trial.byte()) << 8 | Int(trial.byte()))
    let signature = Array(trial.rest)
    if let key = try? HostKey(blob: key) { _ = try? key.check(signature) }
    guard let key = try? UserKey(blob: key) else { return }
    guard let made = try? key.signature(signature) else { return }
    guard let host = try? HostKey(blob: key.blob) else { return require(false, "each user's key is a host's, too") }
    _ = try? host.check(made)
}

private func tryPrivateKey(_ bytes: [UInt8]) {
    let content = unsafe SecretBytes(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
    guard let file = try? PrivateKeyFile(content) else { return }
    guard let key = try? file.key() else { return }
    require(file.protection == nil, "a key is taken from a file without a passphrase alone")
    require(key.publicKey == file.publicKey && key.privateKey.count == 32, "a key has the halves of its file")
}

/// Takes every signature for right, so that trials reach what lies behind it.
private struct Trusting: SSHCryptography {
    func isRight(_ check: SignatureCheck, of message: [UInt8]) -> Bool { true }
    func digest(_ digest: SSHDigest, of message: [UInt8]) -> [UInt8] { Array(repeating: 0, count: digest.count) }
    func maskedName(_ name: [UInt8], salt: [UInt8]) -> [UInt8] { Array(repeating: 0, count: 20) }
}
