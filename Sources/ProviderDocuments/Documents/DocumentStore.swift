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
    /// The newest version of requests and responses that is spoken (ISO/IEC 18013-5 second edition).
    private static let protocolVersion = [1, 1]

    private let files: SealedFolder
    private let keys: any DeviceKeyStore

    /// Opens a folder, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - folder: its path; the folder it is in must be there.
    ///   - keys: where the device keys of the documents are.
    public init(folder: String, keys: any DeviceKeyStore) throws(DocumentStoreError) {
        self.keys = keys
        let secret: SymmetricKey
        do { secret = try keys.storageKey(label: "documents") } catch { throw .key(error) }
        files = try Self.reaching { () throws(StorageFault) in SealedFolder(try StorageFolder(folder), key: secret) }
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
    public func document(_ id: String) throws(DocumentStoreError) -> ProvisionedDocument {
        let name = try Self.file(id)
        guard let content = try Self.reaching({ () throws(StorageFault) in try files.read(name) }) else { throw .unknownDocument }
        guard let record = try? JSONDecoder().decode(StoredRecord.self, from: content) else { throw .damaged(name) }
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
    ///   - enrolment: the owner's enrolment to bind it to.
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
        let document = ProvisionedDocument(
            id: UUID().uuidString.lowercased(), title: title, issuerSigned: issuerSigned, keyLabel: keyLabel, level: keys.level,
            ownerEnrolment: enrolment, proofing: proofing)
        _ = try held(document)
        try save(document)
        return document
    }

    /// Writes a document, in place of the one of its name.
    public func save(_ document: ProvisionedDocument) throws(DocumentStoreError) {
        let name = try Self.file(document.id)
        guard let content = try? JSONEncoder().encode(StoredRecord(document)) else { throw .unavailable("\(name) cannot be written") }
        try Self.reaching { () throws(StorageFault) in try files.write(name, content) }
    }

    /// Removes a document and destroys its device key. Where the key cannot be destroyed now, both stay. One that is not there is no error, and
    /// of one that is damaged the file goes: which key it had cannot be read.
    public func remove(_ id: String) throws(DocumentStoreError) {
        let name = try Self.file(id)
        let document: ProvisionedDocument
        do { document = try self.document(id) } catch .unknownDocument { return } catch .damaged {
            return try Self.reaching { () throws(StorageFault) in try files.folder.remove(name) }
        }
        // The file first: a document without its key would be offered, and could not answer.
        try Self.reaching { () throws(StorageFault) in try files.folder.remove(name) }
        do { try keys.deleteKey(label: document.keyLabel) } catch {
            // A key whose document is gone is never found again. With it, both can be removed once more.
            try save(document)
            throw .key(error)
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

    private static func file(_ id: String) throws(DocumentStoreError) -> String {
        guard id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }), (1...64).contains(id.utf8.count) else {
            throw .unknownDocument
        }
        return id + ending
    }

    private static func reaching<Value>(_ body: () throws(StorageFault) -> Value) throws(DocumentStoreError) -> Value {
        do { return try body() } catch { throw DocumentStoreError(error) }
    }
}
