import ArgumentParser
import BiometricGate
import GateCipher
import GateModel
import GateSandbox
import GateSSH
import GateSystem
import Glibc

struct PinSSHKey: CredentialCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Let a key sign in only to servers that you name. Needs the PIN or the password.",
        discussion: """
            The server's keys are those that stand with its name in known_hosts, so sign in there once before. A key that \
            is pinned signs in to no other server, and its prompts say the name as verified. Commits are signed as before.
            """)

    @OptionGroup var credential: CredentialOptions

    @Argument(help: "The key, as `biogate ssh list` names it.", completion: .itemNames)
    var name: ItemName

    @Argument(help: "The server, as you name it to ssh; with an account for that one alone: git@github.com.")
    var server: String

    @Flag(help: "Take the server from those of the key.")
    var remove = false

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let words = session.words
        let item = try await session.item(name)
        guard SSHKey(item) != nil else { throw .refused(words.noSSHKey(item.name.rawValue), .notFound) }
        let parts = server.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        let (user, host) = (parts.count > 1 ? parts.dropLast().joined(separator: "@") : nil, parts[parts.count - 1])
        let names = [host] + (await Self.configuredNames(of: host, session.environment))
        func isMeant(_ destination: SSHDestination, _ names: [String]) -> Bool {
            names.contains(destination.name) && destination.user == user
        }
        var list = item.destinations.filter { !isMeant($0, names) }
        if remove {
            // An authority's server is named without its port.
            let hosts = names.map(SSHDestination.host)
            list.removeAll { $0.isAuthority && isMeant($0, hosts) }
            guard list.count < item.destinations.count else {
                throw .refused(words.notPinned(key: item.name.rawValue, server: server), .notFound)
            }
        } else {
            let found = try Self.destinations(names, user, session)
            guard !found.isEmpty else { throw .refused(words.serverNotKnown(server), .notFound) }
            for destination in found {
                let (server, fingerprint) = (destination.verifiedName, Self.fingerprint(destination.key))
                session.screen.say(
                    destination.isAuthority
                        ? words.pinningAuthority(server: server, fingerprint: fingerprint)
                        : words.pinning(server: server, fingerprint: fingerprint))
            }
            list = list.filter { !found.contains($0) } + found
        }
        let wanted = list
        let changed = try await session.ask { client, credential, _, _ throws(GateClientError) in
            try await client.setDestinations(wanted, of: item.name, credential: credential)
        }
        let all = changed.destinations.reduce(into: [String]()) { names, one in
            if !names.contains(one.label) { names.append(one.label) }
        }
        session.screen.say(
            all.isEmpty
                ? words.unpinned(item.name.rawValue)
                : words.pinned(key: item.name.rawValue, servers: all.joined(separator: ", ")))
    }

    /// The server's keys under the first of the names that known_hosts has.
    private static func destinations(
        _ names: [String], _ user: String?, _ session: Session
    ) throws(CommandFailure) -> [SSHDestination] {
        var hosts = KnownHosts()
        for path in KnownHosts.files(home: session.environment["HOME"] ?? "/") {
            guard let bytes = try? Descriptor.open(path, O_RDONLY).readAll(atMost: KnownHosts.fileLimit) else {
                continue
            }
            hosts.append(KnownHosts(bytes))
        }
        for name in names {
            let found = hosts.keys(of: name, SwiftCryptography()).compactMap {
                // A certificate names no port.
                SSHDestination(
                    name: $0.isAuthority ? SSHDestination.host(of: name) : name, key: $0.key,
                    isAuthority: $0.isAuthority, user: user)
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The name by which ssh looks a server up, as its configuration says.
    private static func configuredNames(of host: String, _ environment: ProcessEnvironment) async -> [String] {
        guard !host.isEmpty, !host.hasPrefix("-"), let ssh = environment.path(ofProgram: "ssh"),
            let (status, said) = await ChildProcess.output([ssh, "-G", "--", host], in: environment), status == 0
        else { return [] }
        func value(_ setting: String) -> String? {
            said.split(separator: "\n").first { $0.hasPrefix(setting + " ") }
                .map { String($0.dropFirst(setting.count + 1)) }
        }
        if let alias = value("hostkeyalias") { return [alias] }
        guard let name = value("hostname") else { return [] }
        let port = value("port") ?? "22"
        return [port == "22" ? name : "[\(name)]:\(port)"]
    }

    private static func fingerprint(_ key: [UInt8]) -> String {
        (try? HostKey(blob: key))?.fingerprint(SwiftCryptography()) ?? ""
    }
}

extension SSHDestination {
    /// The server with the account, as ssh takes it.
    var label: String { user.map { "\($0)@\(verifiedName)" } ?? verifiedName }
}

extension SignatureSubject.Server {
    /// The name that a program gave it, or its key.
    var label: String { claimedName ?? fingerprint }
}
