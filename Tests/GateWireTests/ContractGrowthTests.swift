import Foundation
import Testing

@testable import GateWire

/// What clients written for an earlier release rely on: `Released` has the interface of each release.
@Suite("The contract grows by addition")
struct ContractGrowthTests {
    private static let released = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Released")

    @Test("A released interface keeps all its members and types")
    func growth() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.released, includingPropertiesForKeys: nil)
        try #require(!files.isEmpty)
        for file in files {
            let old = try VarlinkInterface(parsing: try String(contentsOf: file, encoding: .utf8))
            #expect(Growth(from: old, to: .gate).losses == [], "\(file.lastPathComponent)")
        }
    }

    @Test(
        "A loss is found",
        arguments: [
            ("method A() -> ()", "method B() -> ()", "A"),
            ("method A(x: ?int) -> ()", "method A() -> ()", "A.x"),
            ("method A() -> ()", "method A(x: int) -> ()", "A.x"),
            ("method A(x: ?int) -> ()", "method A(x: int) -> ()", "A.x"),
            ("method A(x: int) -> ()", "method A(x: string) -> ()", "A.x"),
            ("method A(x: (a, b)) -> ()", "method A(x: (a)) -> ()", "A.x"),
            ("method A() -> (x: int)", "method A() -> (y: int)", "A.x"),
            ("method A() -> (x: int)", "method A() -> (x: ?int)", "A.x"),
            ("method A() -> (x: (a, b))", "method A() -> (x: (a))", "A.x"),
            ("type T (x: int)\nmethod A() -> (t: []T)", "type T ()\nmethod A() -> (t: []T)", "A.t.x"),
            ("error E (x: int)", "error E ()", "E.x"),
            ("error E ()", "error F ()", "E"),
        ])
    func loss(before: String, after: String, lost: String) throws {
        let growth = try Growth(from: interface(before), to: interface(after))
        #expect(growth.losses == [lost])
    }

    @Test(
        "An addition is accepted",
        arguments: [
            ("method A(x: int) -> ()", "method A(x: ?int, y: ?string) -> (z: int)"),
            ("method A() -> (x: (a))", "method A() -> (x: (a, b))"),
            ("type T (x: int)\nmethod A(t: ?T) -> ()", "type U (x: ?int)\nmethod A(t: ?U) -> ()"),
            ("error E ()", "error E (x: ?int)\nerror F ()"),
        ])
    func addition(before: String, after: String) throws {
        let growth = try Growth(from: interface(before), to: interface(after))
        #expect(growth.losses == [])
    }

    private func interface(_ members: String) throws -> VarlinkInterface {
        try VarlinkInterface(parsing: "interface org.example.a\n\(members)\n")
    }
}

/// What one interface has and another one lost.
private struct Growth {
    /// Who makes a value. Clients may omit and ignore values; the daemon must accept and report them.
    private enum Side { case given, told }

    private let old: VarlinkInterface
    private let new: VarlinkInterface
    private(set) var losses: [String] = []

    init(from old: VarlinkInterface, to new: VarlinkInterface) {
        self.old = old
        self.new = new
        for name in old.methodNames {
            guard let before = old.methods[name], let after = new.methods[name] else {
                losses.append(name)
                continue
            }
            compare(before.parameters, after.parameters, .given, name)
            compare(before.results, after.results, .told, name)
        }
        for name in old.errorNames {
            guard let before = old.errors[name], let after = new.errors[name] else {
                losses.append(name)
                continue
            }
            compare(before, after, .told, name)
        }
    }

    private mutating func compare(_ before: [VarlinkField], _ after: [VarlinkField], _ side: Side, _ path: String) {
        for field in before {
            guard let same = after.first(where: { $0.name == field.name }) else {
                losses.append("\(path).\(field.name)")
                continue
            }
            compare(field.type, same.type, side, "\(path).\(field.name)")
        }
        guard side == .given else { return }
        for field in after where !field.type.isNullable && !before.contains(where: { $0.name == field.name }) {
            losses.append("\(path).\(field.name)")
        }
    }

    private mutating func compare(_ before: VarlinkType, _ after: VarlinkType, _ side: Side, _ path: String) {
        switch (before, after) {
        case (.named(let name), _) where old.types[name] != nil:
            if let type = old.types[name] { compare(type, after, side, path) }
        case (_, .named(let name)) where new.types[name] != nil:
            if let type = new.types[name] { compare(before, type, side, path) }
        case (.nullable(let inner), .nullable(let innerAfter)): compare(inner, innerAfter, side, path)
        // A value that had to be given may now be omitted, and one that is always reported still is.
        case (_, .nullable(let innerAfter)) where side == .given: compare(before, innerAfter, side, path)
        case (.nullable(let inner), _) where side == .told: compare(inner, after, side, path)
        case (.array(let inner), .array(let innerAfter)), (.map(let inner), .map(let innerAfter)):
            compare(inner, innerAfter, side, path)
        case (.structure(let fields), .structure(let fieldsAfter)): compare(fields, fieldsAfter, side, path)
        // Clients ignore unknown values.
        case (.enumeration(let values), .enumeration(let valuesAfter)):
            if !Set(values).isSubset(of: valuesAfter) { losses.append(path) }
        default: if before != after { losses.append(path) }
        }
    }
}
