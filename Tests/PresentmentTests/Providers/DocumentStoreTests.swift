import Crypto
import DocumentProvider
import DocumentTrust
import Foundation
import IdentityDocumentServices
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import Synchronization
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

    @Test(
        "The key of a document takes none for another enrolment, nor for nobody; what its issuer issues to a new key is taken in",
        arguments: ["another", nil] as [String?])
    func otherOwner(enrolment: String?) throws {
        let world = try ProviderWorld()
        let (label, other) = (Machine.label(), Machine.label())
        let issued = try world.licence(to: world.machine.keys.makeKey(label: label))
        let document = try world.provision(issued, keyLabel: label)
        let issuedAnew = try world.licence(to: world.machine.keys.key(label: label))
        for licence in [issued, issuedAnew] {
            #expect(code { _ = try world.provision(licence, keyLabel: label, enrolment: enrolment) } == "documents.otherOwner")
        }
        #expect(try world.store.documents() == [document])
        let anew = try world.provision(world.licence(to: world.machine.keys.makeKey(label: other)), keyLabel: other, enrolment: enrolment)
        #expect(anew.ownerEnrolment == enrolment)
        // The key goes with its document, and nothing is ever issued to it again.
        try world.store.remove(document.id)
        #expect(code { _ = try world.provision(issued, keyLabel: label, enrolment: enrolment) } == "deviceKey.notFound")
    }

    @Test("What was taken in for nobody is bound when it is taken in again for an enrolment, with all that has its key, and to no other later")
    func boundLater() throws {
        let world = try ProviderWorld()
        let label = Machine.label()
        let key = try world.machine.keys.makeKey(label: label)
        let licences = try ["UT-1", "UT-2"].map { try world.licence(to: key, number: $0) }
        let unbound = try licences.map { try world.provision($0, keyLabel: label, enrolment: nil) }
        let document = try world.provision(licences[0], keyLabel: label)
        #expect(document.id == unbound[0].id && document.ownerEnrolment == "owner")
        let stored = try world.store.documents()
        #expect(Set(stored.map(\.id)) == Set(unbound.map(\.id)) && stored.allSatisfy { $0.ownerEnrolment == "owner" })
        try world.store.remove(document.id)
        for enrolment in ["another", nil] {
            #expect(code { _ = try world.provision(licences[0], keyLabel: label, enrolment: enrolment) } == "documents.otherOwner")
        }
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

    /// Keys whose deletion goes another way.
    private struct OtherKeys: DeviceKeyStore {
        let keys: any DeviceKeyStore
        let deletion: @Sendable (String) throws(DeviceKeyError) -> Void

        var level: DeviceKeyLevel { keys.level }
        func makeKey(label: String) throws(DeviceKeyError) -> any DeviceKey { try keys.makeKey(label: label) }
        func key(label: String) throws(DeviceKeyError) -> any DeviceKey { try keys.key(label: label) }
        func deleteKey(label: String) throws(DeviceKeyError) { try deletion(label) }
        func storageKey(label: String) throws(DeviceKeyError) -> SymmetricKey { try keys.storageKey(label: label) }
    }

    /// Keys that cannot be deleted for now, such as those of a token that was pulled out, and what else happens meanwhile.
    private static func lasting(_ keys: any DeviceKeyStore, meanwhile: @escaping @Sendable () -> Void = {}) -> OtherKeys {
        OtherKeys(keys: keys) { (_) throws(DeviceKeyError) in
            meanwhile()
            throw .unavailable("no token")
        }
    }

    private static func names(in folder: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    @Test("A document whose key cannot be deleted now remains as it was, without being written anew, and both can be removed later")
    func lastingKey() throws {
        let world = try ProviderWorld()
        let document = try world.provision()
        let folder = world.machine.folder.path + "/documents"
        let sealed = FileManager.default.contents(atPath: "\(folder)/\(document.id).document")
        let store = try DocumentStore(folder: folder, keys: Self.lasting(world.machine.keys))
        #expect(code { try store.remove(document.id) } == "deviceKey.unavailable")
        #expect(try world.store.documents() == [document])
        #expect(try world.store.held(document).docType == .mobileDrivingLicence)
        // What is sealed anew is other bytes, and needs room that a full disk does not have.
        #expect(FileManager.default.contents(atPath: "\(folder)/\(document.id).document") == sealed)
        #expect(try Self.names(in: folder) == ["\(document.id).document"])
        try world.store.remove(document.id)
        #expect(throws: DeviceKeyError.notFound) { try world.machine.keys.key(label: document.keyLabel) }
    }

    @Test("Whatever ends a removal half way leaves no document without its key: the key is deleted when the document is gone")
    func order() throws {
        let world = try ProviderWorld()
        let document = try world.provision()
        let (folder, keys) = (world.machine.folder.path + "/documents", world.machine.keys)
        let watchful = OtherKeys(keys: keys) { (label) throws(DeviceKeyError) in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            guard !names.contains(where: { $0.hasSuffix(".document") }) else { throw .unavailable("its document is still there") }
            try keys.deleteKey(label: label)
        }
        try DocumentStore(folder: folder, keys: watchful).remove(document.id)
        #expect(try world.store.documents().isEmpty)
        #expect(throws: DeviceKeyError.notFound) { try keys.key(label: document.keyLabel) }
    }

    /// Removes a document on a machine that loses its power before, or after, the key is deleted.
    private func interruptRemoval(of document: ProvisionedDocument, in world: ProviderWorld, isKeyGone: Bool) throws {
        let folder = world.machine.folder.path + "/documents"
        let found = folder + "-as-found"
        let keys = Self.lasting(world.machine.keys) { try? FileManager.default.copyItem(atPath: folder, toPath: found) }
        #expect(code { try DocumentStore(folder: folder, keys: keys).remove(document.id) } == "deviceKey.unavailable")
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.moveItem(atPath: found, toPath: folder)
        if isKeyGone { try world.machine.keys.deleteKey(label: document.keyLabel) }
    }

    @Test(
        "A removal that was ended half way is finished by whoever opens the folder next: key and document are gone, and no other is touched",
        arguments: [false, true])
    func interrupted(isKeyGone: Bool) throws {
        let world = try ProviderWorld()
        let (document, other) = (try world.provision(), try world.provision())
        try interruptRemoval(of: document, in: world, isKeyGone: isKeyGone)
        let folder = world.machine.folder.path + "/documents"
        // Nobody is offered it meanwhile, by a provider that is at work either.
        #expect(try world.store.documents() == [other])
        #expect(try DocumentStore(folder: folder, keys: world.machine.keys).documents() == [other])
        #expect(try Self.names(in: folder) == ["\(other.id).document"])
        #expect(throws: DeviceKeyError.notFound) { try world.machine.keys.key(label: document.keyLabel) }
        #expect(try world.store.held(other).docType == .mobileDrivingLicence)
    }

    @Test("A removal that cannot be finished yet keeps nobody from the other documents, and is finished later, or when it is asked for again")
    func unfinished() throws {
        let world = try ProviderWorld()
        let (document, other) = (try world.provision(), try world.provision())
        try interruptRemoval(of: document, in: world, isKeyGone: false)
        let folder = world.machine.folder.path + "/documents"
        let store = try DocumentStore(folder: folder, keys: Self.lasting(world.machine.keys))
        #expect(try store.documents() == [other])
        #expect(code { try store.remove(document.id) } == "deviceKey.unavailable")
        #expect(try store.documents() == [other])
        _ = try world.machine.keys.key(label: document.keyLabel)
        try world.store.remove(document.id)
        #expect(try Self.names(in: folder) == ["\(other.id).document"])
        #expect(throws: DeviceKeyError.notFound) { try world.machine.keys.key(label: document.keyLabel) }
    }

    /// Whether somebody is done.
    private final class Note: Sendable {
        let isDone = Mutex(false)
    }

    @Test("Nobody finishes a removal that is still at work: who opens the folder meanwhile waits for its end")
    func meanwhile() throws {
        let world = try ProviderWorld()
        let document = try world.provision()
        let (folder, keys, opened) = (world.machine.folder.path + "/documents", world.machine.keys, Note())
        let store = try DocumentStore(
            folder: folder,
            keys: Self.lasting(keys) {
                Thread.detachNewThread {
                    _ = try? DocumentStore(folder: folder, keys: keys)
                    opened.isDone.withLock { $0 = true }
                }
                // Time enough to open it, for who does not wait.
                for _ in 0..<50 where !opened.isDone.withLock({ $0 }) { usleep(10_000) }
            })
        #expect(code { try store.remove(document.id) } == "deviceKey.unavailable")
        while !opened.isDone.withLock({ $0 }) { usleep(10_000) }
        #expect(try world.store.documents() == [document])
        #expect(try world.store.held(document).docType == .mobileDrivingLicence)
    }

    /// One more licence, issued to the key of another.
    private func renew(_ document: ProvisionedDocument, in world: ProviderWorld) throws -> ProvisionedDocument {
        let issued = try world.licence(to: world.machine.keys.key(label: document.keyLabel))
        return try world.provision(issued, keyLabel: document.keyLabel)
    }

    @Test(
        "Of two documents that were issued to one key the other one still answers when one is removed, and the key goes with the last",
        arguments: Machine.Kind.available)
    func sharedKey(kind: Machine.Kind) throws {
        let world = try ProviderWorld(kind)
        let former = try world.provision()
        let renewed = try renew(former, in: world)
        try world.store.remove(former.id)
        #expect(try world.store.documents() == [renewed])
        #expect(try world.store.held(renewed).docType == .mobileDrivingLicence)
        try world.store.remove(renewed.id)
        #expect(throws: DeviceKeyError.notFound) { try world.machine.keys.key(label: former.keyLabel) }
    }

    @Test("A document that cannot be read may have the key of the one that is removed, which stays then")
    func unreadable() throws {
        let world = try ProviderWorld()
        let (document, other) = (try world.provision(), try world.provision())
        let folder = world.machine.folder.path + "/documents"
        try Data([1]).write(to: URL(fileURLWithPath: "\(folder)/\(other.id).document"))
        try world.store.remove(document.id)
        #expect(try Self.names(in: folder) == ["\(other.id).document"])
        _ = try world.machine.keys.key(label: document.keyLabel)
    }

    @Test("A removal that is finished later leaves the key to a document that has it by then")
    func sharedLater() throws {
        let world = try ProviderWorld()
        let former = try world.provision()
        try interruptRemoval(of: former, in: world, isKeyGone: false)
        let renewed = try renew(former, in: world)
        let folder = world.machine.folder.path + "/documents"
        #expect(try DocumentStore(folder: folder, keys: world.machine.keys).documents() == [renewed])
        #expect(try Self.names(in: folder) == ["\(renewed.id).document"])
        #expect(try world.store.held(renewed).docType == .mobileDrivingLicence)
    }

    @Test("A document that is taken in while the one of its key is removed waits for the end, and is not taken in without a key")
    func takenInMeanwhile() throws {
        let world = try ProviderWorld()
        let former = try world.provision()
        let issued = try world.licence(to: world.machine.keys.key(label: former.keyLabel))
        let (store, keys, trust, now, taken) = (world.store, world.machine.keys, try world.parties.issuerTrust(), world.parties.now, Note())
        let slow = OtherKeys(keys: keys) { (label) throws(DeviceKeyError) in
            Thread.detachNewThread {
                _ = try? store.provision(
                    issued, docType: .mobileDrivingLicence, title: "Licence", keyLabel: label, enrolment: "owner",
                    proofing: Proofing(reviewer: "Robin Clerk", time: now), trust: trust, at: now)
                taken.isDone.withLock { $0 = true }
            }
            // Time enough to take it in, for who does not wait.
            for _ in 0..<50 where !taken.isDone.withLock({ $0 }) { usleep(10_000) }
            try keys.deleteKey(label: label)
        }
        try DocumentStore(folder: world.machine.folder.path + "/documents", keys: slow).remove(former.id)
        while !taken.isDone.withLock({ $0 }) { usleep(10_000) }
        #expect(try world.store.documents().isEmpty)
    }

    @Test("Nothing of a document that is removed stays in the folder, nor what is left of writing it, be it damaged or not", arguments: [false, true])
    func complete(isDamaged: Bool) throws {
        let world = try ProviderWorld()
        let (document, other) = (try world.provision(), try world.provision())
        let folder = world.machine.folder.path + "/documents"
        // As the end of a program leaves it that writes.
        for id in [document.id, other.id] {
            try FileManager.default.copyItem(atPath: "\(folder)/\(id).document", toPath: "\(folder)/\(id).document.1234.draft")
        }
        if isDamaged { try Data([1]).write(to: URL(fileURLWithPath: "\(folder)/\(document.id).document")) }
        try world.store.remove(document.id)
        #expect(try Self.names(in: folder) == ["\(other.id).document", "\(other.id).document.1234.draft"])
        #expect(try world.store.documents() == [other])
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

    private func registered(_ registrations: IdentityDocumentProviderRegistrationStore) async throws -> Set<String> {
        Set(try await registrations.registrations.map { $0.documentIdentifier })
    }

    @Test("A document of a type that the app may not present keeps no other out, nor in what is gone, and is named with what to do about it")
    func notEntitled() async throws {
        let world = try ProviderWorld()
        let registrations = IdentityDocumentProviderRegistrationStore(registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"]))
        let gone = try world.provision()
        try await world.store.register(in: registrations, readers: world.parties.readerTrust())
        try world.store.remove(gone.id)
        let label = Machine.label()
        let photoID = try world.provision(
            world.photoID(to: world.machine.keys.makeKey(label: label)), as: "org.iso.23220.photoid.1", keyLabel: label)
        let licences = Set([try world.provision(), try world.provision(), try world.provision()].map(\.id))
        // And where nobody was asked about the app yet.
        let unasked = IdentityDocumentProviderRegistrationStore(registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"]))
        for registrations in [registrations, unasked] {
            let unusable = await #expect(throws: UnusableDocuments.self) {
                try await world.store.register(in: registrations, readers: world.parties.readerTrust())
            }
            #expect(unusable?.faults == [photoID.id: .notEntitled])
            #expect(unusable?.description.contains("documentTypes") == true && unusable?.description.contains("issued again") == false)
            #expect(try await registered(registrations) == licences)
        }
    }

    @Test("Where the person has refused the app, that is said of the app and not of its documents")
    func refusedApp() async throws {
        let world = try ProviderWorld()
        _ = try world.provision()
        let registrations = IdentityDocumentProviderRegistrationStore(
            registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"], personAgrees: false))
        await #expect(throws: IdentityDocumentProviderRegistrationStore.RegistrationError.notAuthorized) {
            try await world.store.register(in: registrations, readers: world.parties.readerTrust())
        }
    }

    @Test("Where there are all documents that there can be, those that come in place of others get in; one more is named, and keeps no other out")
    func full() async throws {
        let world = try ProviderWorld()
        let registrations = IdentityDocumentProviderRegistrationStore(
            registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"], maximum: 2))
        let former = [try world.provision(), try world.provision()]
        try await world.store.register(in: registrations, readers: world.parties.readerTrust())
        for document in former { try world.store.remove(document.id) }
        let renewed = Set([try world.provision(), try world.provision()].map(\.id))
        try await world.store.register(in: registrations, readers: world.parties.readerTrust())
        #expect(try await registered(registrations) == renewed)
        let surplus = try world.provision()
        let unusable = await #expect(throws: UnusableDocuments.self) {
            try await world.store.register(in: registrations, readers: world.parties.readerTrust())
        }
        #expect(unusable?.faults == [surplus.id: .beyondBounds])
        #expect(try await registered(registrations) == renewed)
    }

    @Test("Without any reader's root nothing is registered, and what is gone is taken back all the same")
    func noRoots() async throws {
        let world = try ProviderWorld()
        let registrations = IdentityDocumentProviderRegistrationStore(registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"]))
        let (kept, gone) = (try world.provision(), try world.provision())
        try await world.store.register(in: registrations, readers: world.parties.readerTrust())
        try world.store.remove(gone.id)
        _ = try world.provision()
        await #expect(throws: IdentityDocumentProviderRegistrationStore.RegistrationError.invalidRequest) {
            try await world.store.register(in: registrations, readers: ReaderTrustList([]))
        }
        #expect(try await registered(registrations) == [kept.id])
    }

    @Test("A document says when it ends")
    func end() throws {
        let world = try ProviderWorld()
        #expect(try world.provision().validUntil == CalendarDate(world.parties.now).startOfDay.advanced(byDays: 90))
        let unreadable = ProvisionedDocument(
            id: "one", title: "Licence", issuerSigned: [1], keyLabel: "one", level: .software, ownerEnrolment: nil,
            proofing: Proofing(reviewer: "Robin Clerk", time: world.parties.now))
        #expect(unreadable.validUntil == nil)
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
