import ArgumentParser
import BiometricGate
import GateModel
import GateSecret
import GateSystem

struct Inject: CredentialCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill a template with secrets.",
        discussion: """
            Copies standard input, with the secret of ITEM, without a line's end, in the place of each \
            {{ biogate://ITEM }} (percent-encoded); other braces stay. One touch opens all items, but for those stored \
            with --alone. Example: biogate inject --out app.conf <app.conf.in.
            """)

    @OptionGroup var credential: CredentialOptions

    @Option(
        help: ArgumentHelp(
            "A new file, which only you can read; - is standard output, which must be no terminal.", valueName: "file"),
        transform: ValueRule.path.text)
    var out: String?

    @Option(help: "On which reader, as `biogate readers` names it.")
    var reader: ReaderID?

    @OptionGroup var options: GateOptions

    /// The longest template, in bytes.
    private static let limit = 1 << 20

    func run(_ session: Session) async throws(CommandFailure) {
        let target: SecretFile? =
            if let out, out != "-" { try await session.prepare(out) } else { nil }
        guard target != nil || !Terminal.showsOutput else { throw .refused(session.words.injectsNoTerminal, .usage) }
        let file = try file(session)
        let items = file.items
        let reason = session.reason(nil, orElse: session.words.injectReason)
        let secrets =
            items.isEmpty
            ? [:] : try await session.open(items, reason: reason, on: reader, reuse: .seconds(300), showing: .progress)
        var filled = unsafe SecretBytes(count: 0) { _ in }
        for part in file.parts {
            switch part {
            case .text(let bytes): filled = filled.followed(by: bytes)
            case .item(let name):
                filled = filled.followed(by: try await session.secret(of: name, in: secrets).withoutLineEnd())
            }
        }
        if let target {
            try session.save(filled, in: target)
        } else {
            let filled = filled
            try session.write { (output) throws(SystemCallFailure) in try output.write(filled) }
        }
        await session.suggestRenewal(of: items)
    }

    private func file(_ session: Session) throws(CommandFailure) -> InjectedFile {
        let read = try session.read(.standardInput, limit: Self.limit)
        let bytes = unsafe read.withBytes { unsafe Array($0) }
        do throws(InjectedFile.Fault) {
            return try InjectedFile(bytes)
        } catch {
            throw .refused(session.words.noTemplateItem(error.line), .usage)
        }
    }
}

/// Bytes with items' secrets between them.
struct InjectedFile: Hashable {
    enum Part: Hashable {
        case text([UInt8])
        /// Written as `{{ biogate://ITEM }}`.
        case item(ItemName)
    }

    /// A reference that names no item.
    struct Fault: Error, Hashable {
        /// Counted from 1.
        let line: Int
    }

    let parts: [Part]

    /// Each once, in the order of the template.
    var items: [ItemName] {
        var items: [ItemName] = []
        for case .item(let name) in parts where !items.contains(name) { items.append(name) }
        return items
    }

    /// Braces around anything else, and braces that are not closed on their line, are text.
    init(_ bytes: [UInt8]) throws(Fault) {
        let opening = Array("{{".utf8)
        let closing = Array("}}".utf8)
        var parts: [Part] = []
        var text: [UInt8] = []
        var rest = bytes[...]
        var line = 1
        while let byte = rest.first {
            if byte == UInt8(ascii: "\n") { line += 1 }
            let inside: ArraySlice<UInt8> =
                rest.starts(with: opening) ? rest.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") } : []
            guard let end = inside.indices.first(where: { inside[$0...].starts(with: closing) }),
                let reference = ItemReference(Substring(decoding: inside[..<end], as: UTF8.self))
            else {
                text.append(byte)
                rest.removeFirst()
                continue
            }
            guard let name = reference.item else { throw Fault(line: line) }
            if !text.isEmpty { parts.append(.text(text)) }
            text = []
            parts.append(.item(name))
            rest = rest[(end + 2)...]
        }
        if !text.isEmpty { parts.append(.text(text)) }
        self.parts = parts
    }
}
