import CBOR
public import COSE
import Crypto
import Foundation
import Glibc
public import IssuingAuthority
public import MobileDocument
import OwnerOnlyFiles

/// The office of Local Driving Authority: takes applications, has people look at them, and issues licences to the devices that applied.
///
/// In the field it is far away; here it is a folder, with its issuer's root, its document signer, the root of its own registrar of
/// readers, and the applications.
public struct LicenceOffice: Sendable {
    static let name = "Local Driving Authority"
    static let country = "UT"
    private static let address = "https://local-driving-authority.example"
    private static let revocationList = address + "/iaca.crl"
    private static let validDays = 365
    /// Days of validity of a document signer, where the root does not end before.
    private static let signerDays = 397

    private let folder: String

    /// Opens the office, and founds it where there is none.
    public init(folder: String, at time: Instant) throws {
        self.init(folder)
        guard !isThere else { return }
        let parent = (folder as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Beside it, and whole when it gets its name: an office that is there is never founded again.
        let draft = Self("\(self.folder).draft")
        do {
            try OwnerOnlyFolder.prepare(draft.folder)
            let lock = try OwnerOnlyFolder.lock(draft.folder)
            defer { OwnerOnlyFolder.unlock(lock) }
            // Somebody else has founded it meanwhile.
            guard !isThere else {
                rmdir(draft.folder)
                return
            }
            for name in try OwnerOnlyFolder.names(in: draft.folder) { try FileManager.default.removeItem(atPath: "\(draft.folder)/\(name)") }
            try draft.found(at: time)
            guard rename(draft.folder, self.folder) == 0 else { throw OwnerOnlyFileError.unavailable(errno: errno) }
            try OwnerOnlyFolder.synchronize(parent.isEmpty ? "." : parent)
        } catch let error as OwnerOnlyFileError {
            // What was waited for may have become the office, or be gone because of it.
            guard isThere else { throw OfficeRefusal.folder("\(self.folder) \(error)") }
        }
    }

    /// Names a folder, whether an office is there or not.
    private init(_ folder: String) {
        var folder = folder
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        self.folder = folder
    }

    private var isThere: Bool { FileManager.default.fileExists(atPath: folder) }

    /// Makes all that an office has.
    private func found(at time: Instant) throws {
        try OwnerOnlyFolder.prepare(folder + "/applications")
        let begin = CalendarDate(time).startOfDay
        let root = try IssuerRoot(
            identity: IssuingAuthorityCertificate.make(
                name: AuthorityName(country: Self.country, organization: Self.name, commonName: "\(Self.name) IACA"), notBefore: begin,
                contact: .uri(Self.address), crlDistributionPoint: Self.revocationList))
        let readers = try ReaderAuthority.make(
            name: AuthorityName(country: Self.country, organization: Self.name, commonName: "\(Self.name) Readers"), notBefore: begin)
        try write(root.identity, "iaca")
        try write(Self.makeSigner(below: root, from: begin, days: Self.signerDays), "signer")
        try write(readers.identity, "reader-ca")
    }

    /// The root that vouches for its licences, PEM.
    public func issuerRoot() throws(OfficeRefusal) -> String { try text("iaca.pem") }

    /// The root of the readers it has registered, PEM.
    public func readerRoot() throws(OfficeRefusal) -> String { try text("reader-ca.pem") }

    /// Registers a website, which gets a reader certificate that only this authority's app believes.
    public func certifyReader(organization: String, domains: [String], at time: Instant) throws -> CertifiedKey {
        try ReaderAuthority(identity: identity("reader-ca")).issueReaderCertificate(
            name: AuthorityName(country: Self.country, organization: organization, commonName: domains.first ?? organization),
            notBefore: CalendarDate(time).startOfDay, domains: domains)
    }

    // MARK: Applications

    /// A number for a new application.
    public static func newNumber() -> String { String(UUID().uuidString.prefix(8).lowercased()) }

    /// Takes an application of a device.
    public func receive(
        _ form: LicenceForm, number: String, deviceKey: COSEKey, at time: Instant
    ) throws(OfficeRefusal) -> LicenceApplication {
        guard (try? application(number)) == nil else { throw .alreadyDecided }
        // Whatever a licence could not say is refused now, and not after a review.
        _ = try form.content(number: "LDA-0", today: CalendarDate(time), expiry: CalendarDate(time.advanced(byDays: Self.validDays)))
        let application = LicenceApplication(
            id: number, form: form, deviceKey: deviceKey, challenge: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
        try save(application)
        return application
    }

    /// All applications, by number.
    public func applications() throws(OfficeRefusal) -> [LicenceApplication] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder + "/applications") } catch { throw .folder("\(folder) cannot be read") }
        return try names.filter { $0.hasSuffix(".json") }.sorted().map { (name) throws(OfficeRefusal) in try application(String(name.dropLast(5))) }
    }

    /// One application.
    public func application(_ id: String) throws(OfficeRefusal) -> LicenceApplication {
        guard id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
            let data = FileManager.default.contents(atPath: "\(folder)/applications/\(id).json")
        else { throw .unknownApplication }
        do { return try JSONDecoder().decode(LicenceApplication.self, from: data) } catch { throw .folder("application \(id) is damaged") }
    }

    /// A reviewer decides, after having looked at the person and at what they brought.
    public func decide(_ id: String, approved: Bool, reviewer: String, at time: Instant) throws(OfficeRefusal) {
        var application = try application(id)
        guard application.state == .waiting else { throw .alreadyDecided }
        application.state = approved ? .approved(reviewer: reviewer, secondsSinceEpoch: time.secondsSinceEpoch) : .rejected(reviewer: reviewer)
        try save(application)
    }

    /// Issues the licence of an approved application to the device key that applied: the same one each time while it is
    /// valid, until the device has taken it in.
    ///
    /// - Parameters:
    ///   - proof: the device key's signature (ES256, `r ‖ s`) over the application's `proofContent`.
    /// - Returns: the encoded `IssuerSigned`.
    public func issue(_ id: String, proof: [UInt8], at time: Instant) throws -> [UInt8] {
        var application = try approved(id, proof: proof)
        if let licence = application.licence, try Self.isUnexpired(Array(licence), at: time) { return Array(licence) }
        let today = CalendarDate(time)
        let signer = try signer(from: today.startOfDay)
        let until = min(today.startOfDay.advanced(byDays: Self.validDays), CalendarDate(signer.notAfter).startOfDay)
        let content = try application.form.content(number: "LDA-\(id)", today: today, expiry: CalendarDate(until))
        let licence = try MobileDocumentIssuer(signer: signer).issue(
            content, deviceKey: application.publicKey(), validity: ValidityInfo(signed: today.startOfDay, validFrom: today.startOfDay, validUntil: until))
        application.licence = Data(licence)
        try save(application)
        return licence
    }

    /// The document signer, which lasts as long as a licence that begins now. One that does not gives its place to a new one, as far as the root
    /// lasts; what it signed stays valid.
    private func signer(from begin: Instant) throws -> CertifiedKey {
        let root = try IssuerRoot(identity: identity("iaca"))
        let end = root.identity.notAfter
        // A licence begins and ends at midnight.
        guard begin.advanced(byDays: 1) <= end else { throw OfficeRefusal.rootEnds("\(end)") }
        // One whose certificate and key do not belong together, because writing them was interrupted, signs nothing more.
        if let signer = try? identity("signer"), signer.notAfter >= min(begin.advanced(byDays: Self.validDays), end) { return signer }
        let left = (end.secondsSinceEpoch + 1 - begin.secondsSinceEpoch) / 86_400
        let signer = try Self.makeSigner(below: root, from: begin, days: Int(min(left, Int64(Self.signerDays))))
        try write(signer, "signer")
        return signer
    }

    private static func makeSigner(below root: IssuerRoot, from begin: Instant, days: Int) throws(IssuingError) -> CertifiedKey {
        try root.issueDocumentSigner(notBefore: begin, days: days, contact: .uri(address), crlDistributionPoint: revocationList)
    }

    /// Whether a licence has not expired. No device would take in one that has.
    private static func isUnexpired(_ licence: [UInt8], at time: Instant) throws -> Bool {
        guard let payload = try IssuerSigned(licence).issuerAuth.payload else { return false }
        return try time <= MobileSecurityObject(issuerAuthPayload: payload).validityInfo.validUntil.instant
    }

    /// Hears that the device has taken its licence in, and issues nothing to it for this application any more.
    public func close(_ id: String, proof: [UInt8]) throws {
        var application = try approved(id, proof: proof)
        application.state = .issued
        application.licence = nil
        try save(application)
    }

    /// An approved application, for the device that proves to have its key.
    private func approved(_ id: String, proof: [UInt8]) throws -> LicenceApplication {
        let application = try application(id)
        switch application.state {
        case .approved: break
        case .waiting, .rejected: throw OfficeRefusal.notApproved
        case .issued: throw OfficeRefusal.alreadyDecided
        }
        let deviceKey = try application.publicKey()
        do {
            try deviceKey.verificationKey().verify(ByteSlice(proof), over: application.proofContent, algorithm: .es256)
        } catch { throw OfficeRefusal.otherKey }
        return application
    }

    // MARK: The folder

    /// Does what takes several steps, while nobody else, in any process, does such a thing with the same applications.
    func alone<Value>(_ body: () throws -> Value) throws -> Value {
        let lock: Int32
        do { lock = try OwnerOnlyFolder.lock(folder + "/applications") } catch { throw OfficeRefusal.folder("\(folder)/applications \(error)") }
        defer { OwnerOnlyFolder.unlock(lock) }
        return try body()
    }

    private func save(_ application: LicenceApplication) throws(OfficeRefusal) {
        guard let data = try? JSONEncoder().encode(application) else { throw .folder("application \(application.id) cannot be written") }
        try write(data, "applications/\(application.id).json")
    }

    private func identity(_ name: String) throws -> CertifiedKey {
        try CertifiedKey(certificatePEM: text(name + ".pem"), privateKeyPEM: text(name + "-key.pem"))
    }

    private func write(_ identity: CertifiedKey, _ name: String) throws(OfficeRefusal) {
        try write(Data(identity.certificatePEM.utf8), name + ".pem")
        try write(Data(identity.privateKeyPEM.utf8), name + "-key.pem")
    }

    private func write(_ data: Data, _ name: String) throws(OfficeRefusal) {
        do { try OwnerOnlyFile.write(Array(data), to: "\(folder)/\(name)") } catch { throw .folder("\(folder)/\(name) \(error)") }
    }

    private func text(_ name: String) throws(OfficeRefusal) -> String {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)"), let text = String(data: data, encoding: .utf8) else {
            throw .folder("\(folder)/\(name) cannot be read")
        }
        return text
    }
}
