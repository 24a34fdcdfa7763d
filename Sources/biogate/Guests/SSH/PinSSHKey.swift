import ArgumentParser
import BiometricGate
import GateCipher
import GateModel
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
        let configured = await Self.configuredNames(of: host, session.environment)
        // Behind the name with a port, ssh also looks for the one without, which is another server's in a list of pins.
        let names = [host] + configured.prefix(1)
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
            let found = try Self.destinations(names, orListedAs: configured, user, session)
            guard !found.isEmpty else {
                throw .refused(words.serverNotKnown(server: server, command: Self.login(to: host)), .notFound)
            }
            for destination in found {
                let (server, fingerprint) = (destination.verifiedName, Self.fingerprint(destination.key))
                session.screen.say(
                    destination.isAuthority
                        ? words.pinningAuthority(server: server, fingerprint: fingerprint)
                        : words.pinning(server: server, fingerprint: fingerprint))
            }
            if found.contains(where: { !$0.isAuthority }) { session.screen.say(words.pinnedByKey) }
            list = list.filter { !found.contains($0) } + found
        }
        let wanted = list
        let changed = try await session.ask { client, credential, _, _ throws(GateClientError) in
            try await client.setDestinations(wanted, of: item.name, credential: credential)
        }
        let all = changed.destinations.reduce(into: [String]()) { names, one in
            let label = words.label(one)
            if !names.contains(label) { names.append(label) }
        }
        session.screen.say(
            all.isEmpty
                ? words.unpinned(item.name.rawValue)
                : words.pinned(key: item.name.rawValue, servers: all.joined(separator: ", ")))
    }

    /// The command that enters the server in known_hosts.
    private static func login(to host: String) -> String {
        guard host.hasPrefix("["), let end = host.firstRange(of: "]:") else { return "ssh \(host)" }
        return "ssh -p \(host[end.upperBound...]) \(SSHDestination.host(of: host))"
    }

    /// The server's keys under the first of the names that known_hosts has. One that stands there without its port gets
    /// the last of `names`.
    private static func destinations(
        _ names: [String], orListedAs others: [String], _ user: String?, _ session: Session
    ) throws(CommandFailure) -> [SSHDestination] {
        var hosts = KnownHosts()
        for path in KnownHosts.files(home: session.environment["HOME"] ?? "/") {
            guard let bytes = try? Descriptor.open(path, O_RDONLY).readAll(atMost: KnownHosts.fileLimit) else {
                continue
            }
            hosts.append(KnownHosts(bytes))
        }
        for listed in names + others {
            let name = names.contains(listed) ? listed : names[names.count - 1]
            let found = hosts.keys(of: listed, SwiftCryptography()).compactMap {
                // A certificate names no port.
                SSHDestination(
                    name: $0.isAuthority ? SSHDestination.host(of: name) : name, key: $0.key,
                    isAuthority: $0.isAuthority, user: user)
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The names by which ssh looks a server up, as its configuration says.
    private static func configuredNames(of host: String, _ environment: ProcessEnvironment) async -> [String] {
        // `[host]:port` as known_hosts has it is `ssh://host:port` to ssh.
        let port = host.hasPrefix("[") ? host.firstRange(of: "]:").flatMap { UInt16(host[$0.upperBound...]) } : nil
        let plain = SSHDestination.host(of: host)
        guard let target = LoginTarget(["ssh"] + (port.map { ["-p", String($0)] } ?? []) + ["--", plain]),
            let ssh = environment.path(ofProgram: "ssh"),
            let (status, said) = await ChildProcess.output([ssh] + target.question, in: environment), status == 0
        else { return LoginTarget.names(of: plain, port: port) }
        return LoginTarget.names(inConfiguration: said)
    }

    private static func fingerprint(_ key: [UInt8]) -> String {
        (try? HostKey(blob: key))?.fingerprint(SwiftCryptography()) ?? ""
    }
}

extension CommandWords {
    /// The server of a pin, with what the service checks of it.
    func label(_ destination: SSHDestination) -> String {
        let server =
            destination.isAuthority ? pinnedByAuthority(destination.verifiedName) : destination.verifiedName
        return destination.user.map { pinnedAccount(server: server, user: $0) } ?? server
    }
}

extension SignatureSubject.Server {
    /// The name that a program gave it, or its key.
    var label: String { claimedName ?? fingerprint }
}
