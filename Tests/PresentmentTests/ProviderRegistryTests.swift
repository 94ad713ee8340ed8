import Foundation
import GRDB
import Testing
import WalletBroker

@Suite("The broker's registry")
struct ProviderRegistryTests {
    /// A folder of the test's own, removed with it.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("registry-" + UUID().uuidString)
        var file: String { url.appendingPathComponent("registry.sqlite").path }

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private static let licence = "org.iso.18013.5.1.mDL"
    private static let photoID = "org.iso.23220.photoid.1"

    private func document(
        _ provider: String = "Local", _ identifier: String = "one", type: String = licence,
        readers: RegisteredDocument.ReaderRequirement = .authorities([[1, 2], [3]]), issuers: Set<[UInt8]> = [[9]], until: Date? = nil
    ) -> RegisteredDocument {
        RegisteredDocument(
            provider: provider, documentIdentifier: identifier, documentType: type, readers: readers, issuerKeyIdentifiers: issuers,
            invalidationDate: until)
    }

    private func open(_ folder: Folder, authorized: [String] = ["Local"]) async throws -> ProviderRegistry {
        let registry = try ProviderRegistry(path: folder.file)
        for provider in ["Local", "Wallet"] { try await registry.install(provider, displayName: provider, documentTypes: [Self.licence, Self.photoID]) }
        for provider in authorized { try await registry.decide(.authorized, about: provider) }
        return registry
    }

    private func error(_ body: () async throws -> Void) async -> ProviderRegistryError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ProviderRegistryError
        }
    }

    @Test("What is registered is read back, also after the file is opened anew")
    func persistence() async throws {
        let folder = try Folder()
        let registry = try await open(folder)
        let date = Date(timeIntervalSince1970: 1_780_315_200.25)
        let documents = [
            document(until: date), document("Local", "three", readers: .anyReader, issuers: []), document("Local", "two", type: Self.photoID),
        ]
        for document in documents { try await registry.register(document) }
        #expect(try await registry.documents(of: "Local") == documents)
        let again = try ProviderRegistry(path: folder.file)
        #expect(try await again.documents(of: "Local") == documents)
        #expect(try await again.authorization(of: "Local") == .authorized)
    }

    @Test("A registration replaces the one of its name, and removing one that is not there is no error")
    func replacement() async throws {
        let folder = try Folder()
        let registry = try await open(folder)
        try await registry.register(document())
        try await registry.register(document(readers: .anyReader))
        #expect(try await registry.documents(of: "Local") == [document(readers: .anyReader)])
        #expect(try await registry.remove("one", of: "Local"))
        #expect(try await registry.remove("one", of: "Local") == false)
        #expect(try await registry.documents(of: "Local").isEmpty)
    }

    @Test("Of documents that were removed, or went with their provider, nothing is left in the files of an open registry, its log included")
    func erased() async throws {
        let folder = try Folder()
        let registry = try await open(folder, authorized: ["Local", "Wallet"])
        let names = ["document-7b1f", "document-9c42", "document-e05d"]
        func left() throws -> [String] {
            let files = try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil).map { try Data(contentsOf: $0) }
            return names.filter { name in files.contains { $0.range(of: Data(name.utf8)) != nil } }
        }
        for (provider, name) in zip(["Local", "Local", "Wallet"], names) { try await registry.register(document(provider, name)) }
        #expect(try left() == names)
        try await registry.remove(names[0], of: "Local")
        #expect(try left() == Array(names[1...]))
        try await registry.uninstall("Wallet")
        #expect(try left() == [names[1]])
    }

    @Test("A provider sees and removes its own documents only")
    func ownView() async throws {
        let folder = try Folder()
        let registry = try await open(folder, authorized: ["Local", "Wallet"])
        try await registry.register(document("Local"))
        try await registry.register(document("Wallet"))
        try await registry.remove("one", of: "Wallet")
        #expect(try await registry.documents(of: "Local") == [document("Local")])
        #expect(try await registry.documents(of: "Wallet").isEmpty)
        #expect(try await registry.documents(of: "nobody").isEmpty)
    }

    @Test("A provider registers only after the person allowed it, and what is refused later is no longer offered")
    func authorization() async throws {
        let folder = try Folder()
        let registry = try await open(folder, authorized: [])
        #expect(try await registry.authorization(of: "Local") == .notDetermined)
        #expect(await error { try await registry.register(document()) } == .notAuthorized)
        try await registry.decide(.authorized, about: "Local")
        try await registry.register(document())
        #expect(try await registry.offeredDocuments() == [document()])
        try await registry.decide(.refused, about: "Local")
        #expect(try await registry.offeredDocuments().isEmpty)
        #expect(await error { try await registry.register(document("Local", "two")) } == .notAuthorized)
        try await registry.decide(.authorized, about: "Local")
        #expect(try await registry.offeredDocuments() == [document()])
        #expect(await error { try await registry.decide(.authorized, about: "nobody") } == .unknownProvider)
        #expect(await error { try await registry.register(document("nobody")) } == .unknownProvider)
    }

    @Test("A provider registers what it is entitled to, and loses the documents of a type it loses")
    func entitlement() async throws {
        let folder = try Folder()
        let registry = try await open(folder)
        #expect(await error { try await registry.register(document(type: "other")) } == .notEntitled)
        try await registry.register(document())
        try await registry.register(document("Local", "two", type: Self.photoID))
        try await registry.install("Local", displayName: "Local", documentTypes: [Self.photoID])
        #expect(try await registry.documents(of: "Local").map(\.documentIdentifier) == ["two"])
        #expect(try await registry.authorization(of: "Local") == .authorized)
        try await registry.uninstall("Local")
        try await registry.uninstall("Local")
        #expect(try await registry.documents(of: "Local").isEmpty)
        #expect(await error { _ = try await registry.authorization(of: "Local") } == .unknownProvider)
    }

    @Test(
        "What the person allowed is what they were shown: a provider with a type more, or under another name, has to be allowed anew, and its documents stay",
        arguments: [
            ("Local", [licence, photoID], true), ("Local", [photoID], true), ("Local", [licence, photoID, "other"], false), ("Local", [licence, "other"], false),
            ("Government", [licence, photoID], false),
        ] as [(String, Set<String>, Bool)])
    func installedAnew(_ name: String, _ types: Set<String>, _ isAllowed: Bool) async throws {
        let folder = try Folder()
        let registry = try await open(folder)
        let one = document(type: types.contains(Self.licence) ? Self.licence : Self.photoID)
        try await registry.register(one)
        // The next start finds the same.
        for _ in 1...2 {
            try await registry.install("Local", displayName: name, documentTypes: types)
            #expect(try await registry.authorization(of: "Local") == (isAllowed ? .authorized : .notDetermined))
            #expect(try await registry.documents(of: "Local") == [one])
            #expect(try await registry.offeredDocuments() == (isAllowed ? [one] : []))
        }
        try await registry.decide(.authorized, about: "Local")
        try await registry.install("Local", displayName: name, documentTypes: types)
        #expect(try await registry.offeredDocuments() == [one])
        // A refusal was of the provider, whatever it is called and presents.
        try await registry.decide(.refused, about: "Local")
        try await registry.install("Local", displayName: name + " again", documentTypes: types.union(["another"]))
        #expect(try await registry.authorization(of: "Local") == .refused)
    }

    @Test("In a registry of before names were kept, what was allowed stays allowed under the name that is there")
    func unnamed() async throws {
        let folder = try Folder()
        _ = try await open(folder)
        try await DatabaseQueue(path: folder.file).write { database in
            try database.execute(sql: "ALTER TABLE provider DROP COLUMN displayName; DELETE FROM grdb_migrations WHERE identifier LIKE '2:%'")
        }
        let registry = try ProviderRegistry(path: folder.file)
        for (name, authorization) in [
            ("Local App", .authorized), ("Local App", .authorized), ("Government", .notDetermined),
        ] as [(String, ProviderAuthorization)] {
            try await registry.install("Local", displayName: name, documentTypes: [Self.licence, Self.photoID])
            #expect(try await registry.authorization(of: "Local") == authorization, "\(name)")
        }
    }

    @Test("What is outside the bounds is refused, and a full registry stays as it is")
    func bounds() async throws {
        let folder = try Folder()
        let registry = try await open(folder)
        let many = Set((0..<1001).map { [UInt8($0 / 256), UInt8($0 % 256)] })
        let faulty = [
            document("Local", ""), document("Local", String(repeating: "x", count: 257)), document("Local", "a\u{0}b"), document(readers: .authorities([])),
            document(readers: .authorities([[]])), document(readers: .authorities([[UInt8](repeating: 1, count: 65)])),
            document(readers: .authorities(many)), document(issuers: many), document(until: Date(timeIntervalSince1970: .infinity)),
        ]
        for document in faulty { #expect(await error { try await registry.register(document) }?.code == "registry.invalidRegistration") }
        for index in 0..<ProviderRegistry.maximumDocuments { try await registry.register(document("Local", "\(index)", readers: .anyReader)) }
        #expect(await error { try await registry.register(document("Local", "more")) } == .tooManyDocuments)
        try await registry.register(document("Local", "0"))
        #expect(try await registry.documents(of: "Local").count == ProviderRegistry.maximumDocuments)
    }

    @Test("The key identifiers of one provider's documents have up to 1 MiB in all: what goes beyond is refused, and leaves the registry as it is")
    func keyIdentifierBytes() async throws {
        let folder = try Folder()
        let registry = try await open(folder, authorized: ["Local", "Wallet"])
        // 65,000 bytes, with the lengths.
        let many = Set((0..<1000).map { [UInt8](repeating: 0, count: 62) + [UInt8($0 / 256), UInt8($0 % 256)] })
        func large(_ identifier: String, of provider: String = "Local") -> RegisteredDocument {
            document(provider, identifier, readers: .authorities(many), issuers: [])
        }
        for index in 0..<16 { try await registry.register(large("\(index)")) }
        let kept = try await registry.documents(of: "Local")
        #expect(await error { try await registry.register(large("more")) } == .tooManyKeyIdentifiers)
        let larger = document("Local", "0", readers: .authorities(many), issuers: many)
        #expect(await error { try await registry.register(larger) } == .tooManyKeyIdentifiers)
        #expect(try await registry.documents(of: "Local") == kept)
        // In the place of another one there is room, for small ones too, and another provider has its own.
        try await registry.register(large("0"))
        try await registry.register(document("Local", "small"))
        try await registry.register(large("0", of: "Wallet"))
        #expect(try await registry.documents(of: "Local").count == 17)
    }

    @Test("Only its owner can read the files, and a file that others can reach is refused")
    func fileRights() async throws {
        let folder = try Folder()
        let registry = try await open(folder)
        try await registry.register(document())
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!files.isEmpty)
        for file in files {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appendingPathComponent(file).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
        }
        for mode in [0o640, 0o604, 0o660] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file)
            #expect(throws: ProviderRegistryError.self) { try ProviderRegistry(path: folder.file) }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file)
        _ = try ProviderRegistry(path: folder.file)
        let link = folder.url.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file)
        #expect(await error { _ = try ProviderRegistry(path: link) }?.code == "registry.exposedFile")
        #expect(await error { _ = try ProviderRegistry(path: folder.url.path) }?.code == "registry.exposedFile")
    }

    @Test("A file that is no registry is named as such and left alone")
    func damaged() async throws {
        let folder = try Folder()
        let text = Data(String(repeating: "no registry ", count: 100).utf8)
        #expect(FileManager.default.createFile(atPath: folder.file, contents: text, attributes: [.posixPermissions: 0o600]))
        #expect(await error { _ = try ProviderRegistry(path: folder.file) }?.code == "registry.damaged")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == text)
    }

    @Test("A registry that a newer version of the program has changed is named as such and left as it is")
    func newer() async throws {
        let folder = try Folder()
        try await open(folder).register(document())
        let file = try DatabaseQueue(path: folder.file)
        try await file.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: of a newer version')") }
        #expect(await error { _ = try ProviderRegistry(path: folder.file) }?.code == "registry.newerFile")
        #expect(try await file.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM document") } == 1)
    }

    @Test("Many changes at once, through two openings of the file, lose nothing")
    func concurrency() async throws {
        let folder = try Folder()
        let registries = [try await open(folder), try ProviderRegistry(path: folder.file)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<120 {
                group.addTask {
                    let registry = registries[index % 2]
                    try await registry.register(document("Local", "\(index % 60)"))
                    if index % 60 >= 30 { try await registry.remove("\(index % 60)", of: "Local") }
                    _ = try await registry.offeredDocuments()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await registries[0].documents(of: "Local").count == 30)
        #expect(try await registries[1].documents(of: "Local").count == 30)
    }
}
