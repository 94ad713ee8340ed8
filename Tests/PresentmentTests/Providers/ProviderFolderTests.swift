import Foundation
import IdentityDocumentServices
import MobileDocumentTesting
import ProviderDocuments
import Synchronization
import Testing

@Suite("A provider's folder and the system's registrations")
struct ProviderFolderTests {
    private typealias Fault = IdentityDocumentProviderRegistrationStore.RegistrationError

    /// What was stored each time a registration was taken back.
    private final class Sightings: Sendable {
        let stored = Mutex<[[String]]>([])
    }

    /// A registry that lets somebody look whenever a registration is taken back.
    private struct WatchedRegistry: RegistrationPort {
        let registry = InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"])
        let withdrawing: @Sendable () -> Void

        func status() async -> IdentityDocumentProviderRegistrationStore.Status { await registry.status() }
        func registrations() async throws(Fault) -> [MobileDocumentRegistration] { try await registry.registrations() }
        func add(_ registration: MobileDocumentRegistration) async throws(Fault) { try await registry.add(registration) }
        func remove(documentIdentifier: String) async throws(Fault) {
            withdrawing()
            try await registry.remove(documentIdentifier: documentIdentifier)
        }
    }

    private let world: ProviderWorld
    private let folder: ProviderFolder
    private let registrations = IdentityDocumentProviderRegistrationStore(registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"]))
    /// As it is where no broker runs.
    private let nowhere = IdentityDocumentProviderRegistrationStore(socket: "/nowhere/apps.sock")

    init() throws {
        world = try ProviderWorld()
        folder = try ProviderFolder(world.machine.folder.path + "/app")
        try folder.trust(world.parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
    }

    /// One more licence, which nobody has registered.
    private func licence(_ label: String) throws -> ProvisionedDocument {
        try folder.documents.provision(
            world.licence(to: folder.keys.makeKey(label: label)), docType: .mobileDrivingLicence, title: "Licence", keyLabel: label,
            enrolment: "owner", proofing: Proofing(reviewer: "Robin Clerk", time: world.parties.now), trust: world.parties.issuerTrust(),
            at: world.parties.now)
    }

    private func registered() async throws -> Set<String> { Set(try await registrations.registrations.map(\.documentIdentifier)) }

    @Test("A registration is taken back before its document goes: whatever ends the removal half way, nothing is offered that is not there")
    func order() async throws {
        let document = try licence("one")
        let (sightings, documents) = (Sightings(), folder.documents)
        let watched = IdentityDocumentProviderRegistrationStore(
            registry: WatchedRegistry { sightings.stored.withLock { $0.append((try? documents.identifiers()) ?? []) } })
        try await folder.register(in: watched)
        try await folder.remove(document.id, from: watched)
        #expect(sightings.stored.withLock { $0 } == [[document.id]])
        #expect(try documents.identifiers().isEmpty)
        #expect(try await watched.registrations.isEmpty)
    }

    @Test("A document that cannot be removed now stays registered as it was")
    func stays() async throws {
        let document = try licence("one")
        try await folder.register(in: registrations)
        let before = try await registrations.registrations.compactMap { $0 as? MobileDocumentRegistration }
        // Nobody deletes a folder in the place of a key.
        let key = folder.path + "/keys/one.key"
        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
        await #expect(throws: DocumentStoreError.self) { try await folder.remove(document.id, from: registrations) }
        #expect(try folder.documents.identifiers() == [document.id])
        let after = try await registrations.registrations.compactMap { $0 as? MobileDocumentRegistration }
        #expect(after == before && after.map(\.documentIdentifier) == [document.id])
    }

    @Test("What no broker has heard of it hears when the provider is started next, and then no more")
    func unheard() async throws {
        let (first, second) = (try licence("one"), try licence("two"))
        await #expect(throws: Fault.notSupported) { try await folder.register(in: nowhere) }
        #expect(await folder.stores(anyOf: [first.id], updating: registrations))
        #expect(try await registered() == [first.id, second.id])
        await #expect(throws: Fault.notSupported) { try await folder.remove(second.id, from: nowhere) }
        #expect(try folder.documents.identifiers() == [first.id])
        #expect(await folder.stores(anyOf: [first.id], updating: registrations))
        #expect(try await registered() == [first.id])
        try await registrations.removeRegistration(forDocumentIdentifier: first.id)
        #expect(await folder.stores(anyOf: [first.id], updating: registrations))
        #expect(try await registered().isEmpty)
    }

    @Test("A document whose app ends before it registers it is registered when the provider is started next, and once")
    func endedBefore() async throws {
        let first = try licence("one")
        try await folder.register(in: registrations)
        let (note, second) = (folder.path + "/unheard", try licence("two"))
        #expect(FileManager.default.fileExists(atPath: note))
        #expect(await folder.stores(anyOf: [first.id], updating: registrations))
        #expect(try await registered() == [first.id, second.id])
        #expect(!FileManager.default.fileExists(atPath: note))
        try await registrations.removeRegistration(forDocumentIdentifier: second.id)
        #expect(await folder.stores(anyOf: [first.id], updating: registrations))
        #expect(try await registered() == [first.id])
    }

    @Test("A document for which there was no room is registered once another is removed; one more for which there is none fails no removal")
    func roomAgain() async throws {
        let registrations = IdentityDocumentProviderRegistrationStore(
            registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"], maximum: 2))
        func registered() async throws -> Set<String> { Set(try await registrations.registrations.map(\.documentIdentifier)) }
        let documents = Set([try licence("one"), try licence("two"), try licence("three"), try licence("four")].map(\.id))
        await #expect(throws: UnusableDocuments.self) { try await folder.register(in: registrations) }
        let first = try await registered()
        #expect(first.count == 2)
        let removed = try #require(first.first)
        // One that is still left out is nothing that the removal would fail for.
        try await folder.remove(removed, from: registrations)
        let then = try await registered()
        #expect(then.count == 2 && !then.contains(removed) && then.isSubset(of: documents))
        // One that is not registered leaves no place.
        let leftOut = try #require(documents.subtracting(then).subtracting([removed]).first)
        try await folder.remove(leftOut, from: registrations)
        #expect(try await registered() == then)
    }

    @Test("Of documents that a request names the registrations of those go that are gone, and where none is left there is nothing to show")
    func gone() async throws {
        let (first, second) = (try licence("one"), try licence("two"))
        try await folder.register(in: registrations)
        try folder.documents.remove(second.id)
        #expect(await folder.stores(anyOf: [first.id, second.id], updating: registrations))
        #expect(try await registered() == [first.id])
        try folder.documents.remove(first.id)
        #expect(await !folder.stores(anyOf: [first.id], updating: registrations))
        #expect(try await registered().isEmpty)
    }
}
