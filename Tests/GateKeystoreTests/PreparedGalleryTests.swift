@testable import GateKeystore
import GateModel
import Glibc
import Testing

@Suite("Galleries that are read before they are needed")
struct PreparedGalleryTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// The texts of the templates, by print, as they are found without the database.
    private func prepared(_ keystore: Keystore, of user: User = alice) -> [String: String]? {
        keystore.preparedGallery(of: user).map { gallery in
            #expect(gallery.tampered.isEmpty)
            return Dictionary(
                uniqueKeysWithValues: gallery.prints.map {
                    ($0.print.id.rawValue, String(decoding: $0.template.bytes, as: UTF8.self))
                })
        }
    }

    @Test("one is found once it was read, and is what the database has")
    func isFound() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        try await keystore.add("b")
        #expect(prepared(keystore) == nil)
        _ = try await keystore.gallery(of: alice)
        #expect(prepared(keystore) == ["a": "template of a", "b": "template of b"])
        #expect(prepared(keystore, of: bob) == nil)
        #expect(prepared(keystore, of: User(id: alice.id, name: bob.name)) == nil)
    }

    @Test("a note of use keeps it")
    func noteOfUse() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        let item = try name("item")
        try await keystore.put("a secret", as: item)
        _ = try await keystore.gallery(of: alice)
        try await keystore.noteUse(item, of: alice, at: now.wall)
        #expect(prepared(keystore) == ["a": "template of a"])
    }

    @Test("every change of the prints forgets it")
    func forgotten() async throws {
        let keystore = try await sandbox.keystore()
        let changes: [(Keystore) async throws -> Void] = [
            { try await $0.add("c") },
            { _ = try await $0.removePrint(PrintID(rawValue: "c"), of: alice) },
            { _ = try await $0.printsVanished([PrintID(rawValue: "b")], of: alice) },
            { _ = try await $0.removeAllPrints(of: alice) },
            { try await $0.reset(alice.id) },
        ]
        try await keystore.add("a")
        try await keystore.add("b")
        for change in changes {
            _ = try await keystore.gallery(of: alice)
            #expect(prepared(keystore) != nil)
            try await change(keystore)
            #expect(prepared(keystore) == nil)
        }
    }

    @Test("a file that was changed or taken away from outside is read anew")
    func changedOutside() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        try await keystore.add("b")
        _ = try await keystore.gallery(of: alice)
        try sandbox.execute("DELETE FROM print WHERE id = 'a'")
        #expect(prepared(keystore) == nil)
        #expect(try await keystore.gallery(of: alice).tampered == [PrintID(rawValue: "a")])
        #expect(keystore.preparedGallery(of: alice)?.tampered == [PrintID(rawValue: "a")])
        rename(sandbox.databasePath, "\(sandbox.state)/elsewhere")
        #expect(keystore.preparedGallery(of: alice) == nil)
    }

    @Test("a template is kept closed")
    func closed() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        _ = try await keystore.gallery(of: alice)
        let kept = try #require(keystore.prepared.gallery(of: alice))
        #expect(try sandbox.blobs("SELECT template FROM print") == kept.prints.map(\.template))
    }
}
