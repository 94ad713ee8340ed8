import Crypto
import DocumentProvider
import DocumentTrust
import Foundation
import IdentityDocumentServices
import MobileDocumentTesting
import ProviderDocuments
import Testing

@Suite("A provider's documents")
struct DocumentStoreTests {
    private func code(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch { return (error as? DocumentStoreError)?.code }
    }

    @Test("A document is taken in, read back whole by another process, and removed together with its key", arguments: Machine.Kind.available)
    func life(kind: Machine.Kind) throws {
        let world = try ProviderWorld(kind)
        let document = try world.provision()
        #expect(document.level == world.machine.keys.level)
        let again = try DocumentStore(folder: world.machine.folder.path + "/documents", keys: world.machine.keys)
        #expect(try again.documents() == [document])
        #expect(try again.held(document).docType == .mobileDrivingLicence)
        try again.remove(document.id)
        try again.remove(document.id)
        #expect(try world.store.documents().isEmpty)
        #expect(code { _ = try world.store.document(document.id) } == "documents.unknownDocument")
        #expect(throws: DeviceKeyError.notFound) { try world.machine.keys.key(label: document.keyLabel) }
    }

    @Test("A copy on another machine cannot be read, and a document in the clear cannot be held there", arguments: Machine.Kind.available)
    func copied(kind: Machine.Kind) throws {
        let (here, there) = (try ProviderWorld(kind), try Machine(kind, other: true))
        let document = try here.provision()
        let copy = there.folder.path + "/documents"
        try FileManager.default.copyItem(atPath: here.machine.folder.path + "/documents", toPath: copy)
        let store = try DocumentStore(folder: copy, keys: there.keys)
        #expect(code { _ = try store.documents() } == "documents.damaged")
        #expect(code { _ = try store.held(document) } == "deviceKey.notFound")
        // The keys are what is missing, and nothing else.
        #expect(try DocumentStore(folder: copy, keys: here.machine.keys).documents() == [document])
    }

    @Test("What no trusted issuer signed, and what was issued to another key, is not taken in")
    func refused() throws {
        let world = try ProviderWorld()
        let label = Machine.label()
        let issued = try world.licence(to: world.machine.keys.makeKey(label: label))
        #expect(code { _ = try world.provision(issued, keyLabel: label, trust: IssuerTrustList([])) } == "documents.refused")
        let other = Machine.label()
        _ = try world.machine.keys.makeKey(label: other)
        #expect(code { _ = try world.provision(issued, keyLabel: other) } == "document.otherDeviceKey")
        #expect(try world.store.documents().isEmpty)
        _ = try world.provision(issued, keyLabel: label)
    }

    @Test("Nothing that a document says is in any file, and nothing prints it")
    func silent() throws {
        let world = try ProviderWorld()
        let document = try world.provision()
        let bytes = try world.machine.folder.contents()
        for canary in ["Appleseed", "UT-4711-0815", "Robin Clerk", "family_name"] {
            #expect(bytes.range(of: Data(canary.utf8)) == nil)
            var dumped = ""
            dump(document, to: &dumped)
            #expect(!"\(document)\(String(reflecting: document))\(dumped)".contains(canary))
        }
        #expect(Data(document.issuerSigned).range(of: Data("Appleseed".utf8)) != nil, "the canary would be found")
    }

    @Test("Files that were changed or exchanged are damaged, and a folder that others can enter is refused")
    func damaged() throws {
        let world = try ProviderWorld()
        let (first, second) = (try world.provision(), try world.provision())
        let folder = world.machine.folder.path + "/documents"
        let file = "\(folder)/\(first.id).document"
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.copyItem(atPath: "\(folder)/\(second.id).document", toPath: file)
        #expect(code { _ = try world.store.document(first.id) } == "documents.damaged")
        #expect(code { _ = try world.store.document("../keys/secret") } == "documents.unknownDocument")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        #expect(code { _ = try DocumentStore(folder: folder, keys: world.machine.keys) } == "documents.exposed")
    }

    /// Keys that cannot be deleted for now, such as those of a token that was pulled out.
    private struct LastingKeys: DeviceKeyStore {
        let keys: any DeviceKeyStore

        var level: DeviceKeyLevel { keys.level }
        func makeKey(label: String) throws(DeviceKeyError) -> any DeviceKey { try keys.makeKey(label: label) }
        func key(label: String) throws(DeviceKeyError) -> any DeviceKey { try keys.key(label: label) }
        func deleteKey(label: String) throws(DeviceKeyError) { throw .unavailable("no token") }
        func storageKey(label: String) throws(DeviceKeyError) -> SymmetricKey { try keys.storageKey(label: label) }
    }

    @Test("A document whose key cannot be deleted now remains whole, and both can be removed later")
    func lastingKey() throws {
        let world = try ProviderWorld()
        let document = try world.provision()
        let store = try DocumentStore(folder: world.machine.folder.path + "/documents", keys: LastingKeys(keys: world.machine.keys))
        #expect(code { try store.remove(document.id) } == "deviceKey.unavailable")
        #expect(try world.store.documents() == [document])
        #expect(try world.store.held(document).docType == .mobileDrivingLicence)
        try world.store.remove(document.id)
        #expect(throws: DeviceKeyError.notFound) { try world.machine.keys.key(label: document.keyLabel) }
    }

    /// Keys that cannot be deleted where their document is still there.
    private struct WatchfulKeys: DeviceKeyStore {
        let keys: any DeviceKeyStore
        let folder: String

        var level: DeviceKeyLevel { keys.level }
        func makeKey(label: String) throws(DeviceKeyError) -> any DeviceKey { try keys.makeKey(label: label) }
        func key(label: String) throws(DeviceKeyError) -> any DeviceKey { try keys.key(label: label) }
        func deleteKey(label: String) throws(DeviceKeyError) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            guard !names.contains(where: { $0.hasSuffix(".document") }) else { throw .unavailable("its document is still there") }
            try keys.deleteKey(label: label)
        }
        func storageKey(label: String) throws(DeviceKeyError) -> SymmetricKey { try keys.storageKey(label: label) }
    }

    @Test("Whatever ends a removal half way leaves no document without its key: the key is deleted when the document is gone")
    func order() throws {
        let world = try ProviderWorld()
        let document = try world.provision()
        let folder = world.machine.folder.path + "/documents"
        try DocumentStore(folder: folder, keys: WatchfulKeys(keys: world.machine.keys, folder: folder)).remove(document.id)
        #expect(try world.store.documents().isEmpty)
        #expect(throws: DeviceKeyError.notFound) { try world.machine.keys.key(label: document.keyLabel) }
    }

    @Test(
        "A document that cannot be used keeps no other from being registered, is reported by its name, and its registration goes unless it may be of use again",
        arguments: ["lost key", "damaged", "out of reach"])
    func unusable(flaw: String) async throws {
        let world = try ProviderWorld()
        let registrations = IdentityDocumentProviderRegistrationStore(registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"]))
        let documents = [try world.provision(), try world.provision(), try world.provision()].sorted { $0.id < $1.id }
        try await world.store.register(in: registrations, readers: world.parties.readerTrust())
        let (flawed, gone) = (documents[0], documents[1])
        let file = "\(world.machine.folder.path)/documents/\(flawed.id).document"
        switch flaw {
        case "lost key": try world.machine.keys.deleteKey(label: flawed.keyLabel)
        case "damaged": try Data([1]).write(to: URL(fileURLWithPath: file))
        default:
            // Nobody follows a link there, not even the owner.
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "elsewhere")
        }
        try world.store.remove(gone.id)
        try await registrations.removeRegistration(forDocumentIdentifier: documents[2].id)
        let unusable = await #expect(throws: UnusableDocuments.self) {
            try await world.store.register(in: registrations, readers: world.parties.readerTrust())
        }
        let codes = ["lost key": "deviceKey.notFound", "damaged": "documents.damaged", "out of reach": "documents.unavailable"]
        let code = try #require(codes[flaw])
        #expect(unusable?.faults.mapValues { $0.code } == [flawed.id: code])
        #expect(unusable?.description.contains(flawed.id) == true && unusable?.description.contains(documents[2].id) == false)
        let kept = Set(try await registrations.registrations.map { $0.documentIdentifier })
        #expect(kept == Set(flaw == "out of reach" ? [flawed.id, documents[2].id] : [documents[2].id]))
    }

    @Test("Registrations follow the documents: all of them, with issuer, readers and end, and none that is gone")
    func registrations() async throws {
        let world = try ProviderWorld()
        let registrations = IdentityDocumentProviderRegistrationStore(registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"]))
        let (first, second) = (try world.provision(), try world.provision())
        try await world.store.register(in: registrations, readers: world.parties.readerTrust())
        try world.store.remove(second.id)
        try await world.store.register(in: registrations, readers: world.parties.readerTrust())
        let kept = try await registrations.registrations.compactMap { $0 as? MobileDocumentRegistration }
        #expect(kept.map(\.documentIdentifier) == [first.id])
        let root = try #require(try world.parties.readerTrust().anchors[0].certificate.subjectKeyIdentifier)
        #expect(kept[0].supportedAuthorityKeyIdentifiers == [Data(root)])
        #expect(kept[0].supportedIssuerKeyIdentifiers.count == 1)
        #expect(kept[0].invalidationDate == (try Date("2026-08-30T00:00:00Z", strategy: .iso8601)))
        // An empty list would let anybody ask.
        await #expect(throws: IdentityDocumentProviderRegistrationStore.RegistrationError.invalidRequest) {
            try await world.store.register(in: registrations, readers: ReaderTrustList([]))
        }
    }
}
