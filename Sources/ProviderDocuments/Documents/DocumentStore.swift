import Crypto
public import DocumentProvider
public import DocumentTrust
public import IdentityElements
import Foundation
public import MobileDocument

/// The documents of a provider: a folder that only its owner can enter, every file sealed under a secret that the device keys' store keeps.
///
/// The app and its provider share it, each in a process of its own. A copy of the folder is worth nothing where the device keys are not.
public struct DocumentStore: Sendable {
    private static let ending = ".document"
    /// Of a document whose removal has begun.
    private static let removedEnding = ".removed"
    /// The newest version of requests and responses that is spoken (ISO/IEC 18013-5 second edition).
    private static let protocolVersion = [1, 1]

    private let files: SealedFolder
    private let keys: any DeviceKeyStore
    /// Left before anything is written; nil where nobody looks for it.
    private let unheard: UnheardNote?

    /// Opens a folder, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - folder: its path; the folder it is in must be there.
    ///   - keys: where the device keys of the documents are.
    public init(folder: String, keys: any DeviceKeyStore) throws(DocumentStoreError) { try self.init(folder: folder, keys: keys, unheard: nil) }

    init(folder: String, keys: any DeviceKeyStore, unheard: UnheardNote?) throws(DocumentStoreError) {
        self.keys = keys
        self.unheard = unheard
        let secret: SymmetricKey
        do { secret = try keys.storageKey(label: "documents") } catch { throw .key(error) }
        files = try Self.reaching { () throws(StorageFault) in SealedFolder(try StorageFolder(folder), key: secret) }
        finishRemovals()
    }

    /// All documents, in the order of their names.
    public func documents() throws(DocumentStoreError) -> [ProvisionedDocument] {
        try identifiers().map { (id) throws(DocumentStoreError) in try document(id) }
    }

    /// The names of all documents, sorted.
    package func identifiers() throws(DocumentStoreError) -> [String] {
        let names = try Self.reaching { () throws(StorageFault) in try files.folder.names(ending: Self.ending) }
        return names.map { String($0.dropLast(Self.ending.count)) }
    }

    /// One document.
    public func document(_ id: String) throws(DocumentStoreError) -> ProvisionedDocument { try document(id, in: Self.file(id)) }

    /// A document in its own file, or in the one that it has while it is removed.
    private func document(_ id: String, in file: String) throws(DocumentStoreError) -> ProvisionedDocument {
        let name = try Self.file(id)
        guard let content = try Self.reaching({ () throws(StorageFault) in try files.read(name, renamed: file) }) else { throw .unknownDocument }
        guard let record = try? JSONDecoder().decode(StoredRecord.self, from: content) else { throw .damaged("\(files.folder.path)/\(file)") }
        return record.document(id: id)
    }

    /// Takes in a document that has just been issued, after verifying all the issuer is responsible for, and that it was issued to a key
    /// of this device.
    ///
    /// - Parameters:
    ///   - issuerSigned: the document as issued.
    ///   - docType: the type it was asked for as.
    ///   - title: what the person calls it.
    ///   - keyLabel: the device key it was asked for with.
    ///   - enrolment: the owner's enrolment to bind it to, and its key with it, together with what has that key and is bound to nobody yet. One
    ///     whose key is bound to another enrolment is not taken in. Without an enrolment it is bound to nobody, and a provider that answers only
    ///     to the owner answers nobody with it until it is taken in once more with one.
    ///   - proofing: who made sure that it belongs to the owner.
    ///   - trust: the issuers a document may be from.
    ///   - isCompanion: whether this is a second device that belongs to another, such as a watch.
    ///   - issuers: what issuers want of a wallet; one that is not among them wants nothing.
    ///   - time: the moment to judge by.
    public func provision(
        _ issuerSigned: [UInt8], docType: DocType, title: String, keyLabel: String, enrolment: String?, proofing: Proofing,
        trust: IssuerTrustList, isCompanion: Bool = false, issuers: IssuerDirectory = .builtIn, at time: Instant
    ) throws(DocumentStoreError) -> ProvisionedDocument {
        let verified = try Self.verified(issuerSigned, docType: docType, trust: trust, at: time)
        let wallet = HolderCapability(
            keyLevel: keys.level.capability, userVerification: enrolment == nil ? .none : .deviceOwner, isCompanion: isCompanion,
            version: Self.protocolVersion)
        let shortfalls = issuers.minimum(of: verified)?.shortfalls(of: wallet) ?? []
        guard shortfalls.isEmpty else { throw .belowMinimum(shortfalls) }
        // The document that had the key before may be removed now, and the key goes with the last one that has it.
        let lock = try Self.reaching { () throws(StorageFault) in try files.folder.lock() }
        defer { StorageFolder.unlock(lock) }
        let others = try documents(ofKey: keyLabel)
        let unbound = others.filter { $0.ownerEnrolment == nil }
        let document = ProvisionedDocument(
            id: unbound.first { $0.issuerSigned == issuerSigned }?.id ?? UUID().uuidString.lowercased(), title: title, issuerSigned: issuerSigned,
            keyLabel: keyLabel, level: keys.level, ownerEnrolment: enrolment, proofing: proofing)
        _ = try held(document)
        // Without this, whoever enrols a PIN of their own at an unlocked machine could add the document once more as theirs, with nothing new
        // from its issuer.
        guard others.allSatisfy({ $0.ownerEnrolment == nil || $0.ownerEnrolment == enrolment }) else { throw .otherOwner }
        // One that stayed bound to nobody would keep the key for another enrolment once those that are bound are removed.
        for other in unbound where enrolment != nil && other.id != document.id { try save(other.bound(to: enrolment)) }
        try save(document)
        return document
    }

    /// The documents that have a device key. One that cannot be read answers nobody.
    private func documents(ofKey label: String) throws(DocumentStoreError) -> [ProvisionedDocument] {
        try identifiers().compactMap { try? document($0) }.filter { $0.keyLabel == label }
    }

    /// Writes a document, in place of the one of its name.
    public func save(_ document: ProvisionedDocument) throws(DocumentStoreError) {
        let name = try Self.file(document.id)
        guard let content = try? JSONEncoder().encode(StoredRecord(document)) else {
            throw .unavailable("\(files.folder.path)/\(name)", reason: "it cannot be written")
        }
        // Before the document, which the app may not live to register.
        try Self.reaching { () throws(StorageFault) in
            try unheard?.leave()
            try files.write(name, content)
        }
    }

    /// Removes a document, of which nothing stays in the folder, and destroys its device key, which goes with the last document that has it.
    /// Where the key cannot be destroyed now, both stay. One that is not there is no error, and of one that is damaged the file goes: which key
    /// it had cannot be read.
    ///
    /// What ends it half way leaves the document aside, where nobody is offered it. Whoever opens the folder next goes on from there.
    public func remove(_ id: String) throws(DocumentStoreError) {
        let (name, aside) = (try Self.file(id), try Self.file(id, ending: Self.removedEnding))
        let lock = try Self.reaching { () throws(StorageFault) in try files.folder.lock() }
        defer { StorageFolder.unlock(lock) }
        let document: ProvisionedDocument?
        do { document = try self.document(id) } catch .unknownDocument { return try finishRemoval(of: id) } catch .damaged { document = nil }
        // Aside first: a document without its key would be offered, and could not answer.
        try Self.reaching { () throws(StorageFault) in try files.folder.rename(name, to: aside) }
        if let document {
            do { try destroyKey(of: document) } catch {
                // A key whose document is gone is never found again. With it, both can be removed once more.
                try Self.reaching { () throws(StorageFault) in try files.folder.rename(aside, to: name) }
                throw error
            }
        }
        try clear(id)
    }

    /// Goes on with removals that something ended half way. One whose key cannot be destroyed now waits for the next time.
    private func finishRemovals() {
        guard let names = try? files.folder.names(ending: Self.removedEnding), !names.isEmpty, let lock = try? files.folder.lock() else { return }
        defer { StorageFolder.unlock(lock) }
        for name in names { try? finishRemoval(of: String(name.dropLast(Self.removedEnding.count))) }
    }

    /// Goes on with the removal of a document that is aside, whether its key is still there or not; one that is not aside is no error.
    private func finishRemoval(of id: String) throws(DocumentStoreError) {
        let document: ProvisionedDocument
        do { document = try self.document(id, in: Self.file(id, ending: Self.removedEnding)) } catch .unknownDocument { return } catch .damaged {
            return try clear(id)
        }
        try destroyKey(of: document)
        try clear(id)
    }

    /// Destroys the device key of a document that is aside, whether it is still there or not; not where another document has it, too, as one
    /// that was issued anew to the same key has.
    private func destroyKey(of document: ProvisionedDocument) throws(DocumentStoreError) {
        guard try !isKeyInUse(document.keyLabel) else { return }
        do { try keys.deleteKey(label: document.keyLabel) } catch { throw .key(error) }
    }

    /// Whether a document that is not aside has a device key. One that cannot be read may have it.
    private func isKeyInUse(_ label: String) throws(DocumentStoreError) -> Bool {
        for id in try identifiers() {
            do throws(DocumentStoreError) {
                if try document(id).keyLabel == label { return true }
            } catch .unknownDocument {
                continue
            } catch {
                return true
            }
        }
        return false
    }

    /// Removes every file of a document. Those go first that a write left which was ended half way, and last the one that is aside.
    private func clear(_ id: String) throws(DocumentStoreError) {
        try Self.reaching { () throws(StorageFault) in
            for name in try files.folder.names(beginning: id + ".") { try files.folder.remove(name) }
        }
    }

    /// What a document says, after verifying anew all the issuer is responsible for.
    public func contents(
        of document: ProvisionedDocument, trust: IssuerTrustList, at time: Instant
    ) throws(DocumentStoreError) -> VerifiedIssuedDocument {
        try Self.verified(document.issuerSigned, docType: try held(document).docType, trust: trust, at: time)
    }

    /// The document together with its device key.
    public func held(_ document: ProvisionedDocument) throws(DocumentStoreError) -> HeldDocument {
        let key: any DeviceKey
        do { key = try keys.key(label: document.keyLabel) } catch { throw .key(error) }
        do { return try HeldDocument(issuerSigned: document.issuerSigned, deviceKey: key) } catch { throw .document(error) }
    }

    private static func verified(
        _ issuerSigned: [UInt8], docType: DocType, trust: IssuerTrustList, at time: Instant
    ) throws(DocumentStoreError) -> VerifiedIssuedDocument {
        let verification: IssuedDocumentVerification
        do { verification = try IssuedDocumentVerification(trust: trust) } catch { throw .refused("\(error)") }
        switch verification.verify(issuerSigned, docType: docType, at: time) {
        case .verified(let document): return document
        case .refused(let report): throw .refused(report.failures.map(\.identifier.rawValue).joined(separator: ", "))
        }
    }

    private static func file(_ id: String, ending: String = Self.ending) throws(DocumentStoreError) -> String {
        guard id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }), (1...64).contains(id.utf8.count) else {
            throw .unknownDocument
        }
        return id + ending
    }

    private static func reaching<Value>(_ body: () throws(StorageFault) -> Value) throws(DocumentStoreError) -> Value {
        do { return try body() } catch { throw DocumentStoreError(error) }
    }
}
