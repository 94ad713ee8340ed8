import CBOR
import COSE
import Crypto
import DocumentTrust
import IssuingAuthority
import MobileDocument
import SwiftASN1
import X509

/// Signed lists of issuing authorities (VICAL) and of readers' authorities (RICAL).
struct TrustListCases {
    private let world: CorpusWorld
    private let root: CertificateDraft
    private let authority: [UInt8]
    private let vical: [UInt8]
    private let rical: [UInt8]

    static func make(in world: CorpusWorld) throws -> [CorpusCase] {
        let maker = try TrustListCases(world)
        return try maker.issuerLists() + maker.listedAuthorities() + maker.readerLists()
    }

    private init(_ world: CorpusWorld) throws {
        self.world = world
        let root = CertificateDraft.root(now: world.now, key: world.strangerKey, name: "Utopia List Root")
        self.root = root
        authority = try root.encoded()
        let certificate = try Self.signer(in: world, under: root) { _ in }
        let signer = try CertifiedKey(derEncoded: certificate, signingKey: .p256(world.signerKey))
        let (date, due) = (world.now.advanced(byDays: -1), world.now.advanced(byDays: 30))
        let issuer = try ParsedCertificate(ByteSlice(world.root))
        let readers = try ParsedCertificate(ByteSlice(world.readerRoot))
        vical = try VICALSigner(signer).sign(
            VICALDraft(
                provider: "Utopia", issueID: 7, date: date, nextUpdate: due,
                entries: [.init(issuer, docTypes: [.mobileDrivingLicence], issuingAuthority: "Utopia Department of Mobility")]))
        rical = try RICALSigner(signer).sign(
            RICALDraft(provider: "Utopia", issueID: 7, date: date, entries: [.init(readers, name: "Utopia Readers")]))
    }

    private static func signer(
        in world: CorpusWorld, under root: CertificateDraft, _ change: (inout CertificateDraft) -> Void
    ) throws -> [UInt8] {
        var draft = CertificateDraft(now: world.now, key: world.signerKey, issuer: try root.subject(), issuerKey: root.key)
        draft.commonName = "Utopia List Signer"
        draft.purposes = [[1, 0, 18013, 5, 1, 8]]
        change(&draft)
        return try draft.encoded()
    }

    /// A VICAL signed by a certificate made by hand.
    private func signed(
        _ payload: [UInt8], key: P256.Signing.PrivateKey? = nil, _ change: (inout CertificateDraft) -> Void = { _ in }
    ) throws -> [UInt8] {
        let certificate = try Self.signer(in: world, under: root, change)
        return try COSESign1.encode(signing: payload, isDetached: false, chain: [certificate], with: SigningKey.p256(key ?? world.signerKey))
    }

    /// What a VICAL says, without entries unless some are given.
    private func payload(
        version: String = "1.0", date: CBORValue = .dateTime("2026-05-31T12:00:00Z"), notAfterDays: Int = 90, provider: String? = "Utopia",
        entries: [CBORValue] = []
    ) -> [UInt8] {
        var members: [CBORValue.Entry] = [.init(key: .text("version"), value: .text(version))]
        if let provider { members.append(.init(key: .text("vicalProvider"), value: .text(provider))) }
        members.append(.init(key: .text("date"), value: date))
        members.append(.init(key: .text("notAfter"), value: .dateTime(world.now.advanced(byDays: notAfterDays).description)))
        members.append(.init(key: .text("certificateInfos"), value: .array(entries)))
        return CBORValue.map(members).encoded
    }

    /// An entry of a VICAL about a root, the issuing authority's unless another is given, of nothing but what must be there, changed.
    private func entry(of root: [UInt8]? = nil, _ change: (inout [String: CBORValue]) -> Void = { _ in }) throws -> CBORValue {
        let certificate = try ParsedCertificate(ByteSlice(root ?? world.root))
        guard let identifier = certificate.subjectKeyIdentifier else { throw CorpusWorld.Impossible() }
        var members: [String: CBORValue] = [
            "certificate": .bytes(root ?? world.root), "serialNumber": .tagged(2, .bytes(Array(certificate.certificate.serialNumber.bytes))),
            "ski": .bytes(identifier), "docType": .array([.text(DocType.mobileDrivingLicence.rawValue)]),
        ]
        change(&members)
        return .map(members.sorted { $0.key < $1.key }.map { .init(key: .text($0.key), value: $0.value) })
    }

    /// Each entry of a good list is judged by itself: a bad one names nobody, and takes nothing from the others.
    private func listedAuthorities() throws -> [CorpusCase] {
        let inputs = [world.time, .binary(.trust, authority), .binary(.listed, world.root)]
        var shelf = CaseShelf(.issuerList, inputs)
        func list(_ entries: CBORValue...) throws -> [UInt8] { try signed(payload(entries: entries)) }
        let strange = CBORValue.bytes(authority)
        shelf.accept("listed", "The list names the authority.", ["B50"], try list(entry()))
        shelf.accept("listed-twice", "Two entries name the same authority.", [], try list(entry(), entry()))
        shelf.accept(
            "listed-beside-damaged", "An entry without a certificate stands before the authority's.", ["B50"],
            try list(entry { $0["certificate"] = nil }, entry()))
        var small = CertificateDraft.root(now: world.now, key: world.signerKey, name: "Utopia Small Root")
        small.serialNumber = [0x42]
        let root = try small.encoded()
        shelf.accept(
            "listed-by-small-number", "The serial number is a plain integer, as some providers write small ones.", ["T33"],
            try list(entry(of: root) { $0["serialNumber"] = .unsigned(0x42) }), inputs: inputs.setting(.listed, bytes: root))
        shelf.reject("listed-nobody", "list.entries", "The list is good, and does not name the authority.", ["B14", "B50"], try list())
        shelf.reject(
            "listed-serial-number", "entry.serialNumber", "The entry's serial number is not its certificate's.", ["B50"],
            try list(entry { $0["serialNumber"] = .tagged(2, .bytes([1])) }))
        shelf.reject(
            "listed-key-identifier", "entry.subjectKeyIdentifier", "The entry's key identifier is not its certificate's.", ["B50"],
            try list(entry { $0["ski"] = .bytes([UInt8](repeating: 1, count: 20)) }))
        shelf.reject(
            "listed-issuer", "entry.issuer", "The entry's issuer is not its certificate's.", ["B50"], try list(entry { $0["issuer"] = strange }))
        shelf.reject(
            "listed-subject", "entry.subject", "The entry's subject is not its certificate's.", ["B50"],
            try list(entry { $0["subject"] = strange }))
        shelf.reject(
            "listed-for-nothing", "entry.structure", "The entry names no type of document.", ["B50"],
            try list(entry { $0["docType"] = .array([]) }))
        shelf.reject(
            "listed-no-certificate", "entry.certificate", "The entry's certificate is none.", ["B37", "B50"],
            try list(entry { $0["certificate"] = .bytes([0x30, 0x80]) }))
        return shelf.cases
    }

    private func issuerLists() throws -> [CorpusCase] {
        var shelf = CaseShelf(.issuerList, [world.time, .binary(.trust, authority)])
        let now = world.now
        shelf.accept("good", "A list of one authority; its serial number is a bignum, and the payload is the map itself.", ["T33"], vical)
        shelf.accept("no-entries", "A list that names nobody.", [], try signed(payload()))
        shelf.accept(
            "non-repudiation", "The signer's key usage is content commitment, as deployed signers have it.", ["T33"],
            try signed(payload()) { $0.usage = KeyUsage(nonRepudiation: true) })
        shelf.accept(
            "date-fraction", "A date has fractions of a second, as a deployed list has it.", ["T8"],
            try signed(payload(date: .dateTime("2026-05-31T12:00:00.123456Z"))))
        shelf.reject("no-trust", "list.signerPath", "No provider's root is trusted.", ["B14", "B50"], vical, inputs: shelf.inputs.removing(.trust))
        shelf.reject(
            "issuer-root", "list.signerPath", "The root of an issuing authority is trusted, which is no provider of lists.", ["B19", "B50"], vical,
            inputs: shelf.inputs.setting(.trust, bytes: world.root))
        shelf.reject(
            "other-key", "list.signature", "Another key than the certificate's signed.", ["B50"], try signed(payload(), key: world.strangerKey))
        shelf.reject(
            "reader-purpose", "list.signerExtendedKeyUsage", "The signer's certificate is for readers.", ["B17", "B19"],
            try signed(payload()) { $0.purposes = [[1, 0, 18013, 5, 1, 6]] })
        shelf.reject(
            "document-signer", "list.signerExtendedKeyUsage", "The signer's certificate is for documents.", ["B17", "B19"],
            try signed(payload()) { $0.purposes = [[1, 0, 18013, 5, 1, 2]] })
        shelf.reject(
            "signer-expired", "list.signerValidity", "The signer's certificate has expired.", ["B2"],
            try signed(payload()) { $0.notAfter = now.advanced(byDays: -1) })
        shelf.reject("past-its-end", "list.notAfter", "The list may not be used any more.", ["B2"], try signed(payload(notAfterDays: -1)))
        shelf.reject("version-2", "list.version", "An unknown major version.", [], try signed(payload(version: "2.0")))
        shelf.reject("no-provider", "list.structure", "Nothing says whose list it is.", [], try signed(payload(provider: nil)))
        shelf.reject("date-none", "list.structure", "A date is none.", ["T9"], try signed(payload(date: .dateTime("yesterday"))))
        shelf.reject("trailing-byte", "list.structure", "A byte follows the list.", ["B40"], vical + [0])
        shelf.reject("bytes-after-content", "list.structure", "A byte follows the signed content.", ["B40"], try signed(payload() + [0]))
        shelf.reject("rical", "list.structure", "A list of readers' authorities where one of issuers belongs.", ["B19"], rical)
        return shelf.cases
    }

    private func readerLists() throws -> [CorpusCase] {
        var shelf = CaseShelf(.readerList, [world.time, .binary(.trust, authority)])
        shelf.accept("good", "A list of one authority of readers.", [], rical)
        shelf.reject(
            "vical", "list.signerHeader", "A list of issuers where one of readers' authorities belongs; its chain is not protected.", ["B19", "T4"],
            vical)
        shelf.reject("no-trust", "list.signerPath", "No provider's root is trusted.", ["B14", "B50"], rical, inputs: shelf.inputs.removing(.trust))
        shelf.reject("cut-off", "list.structure", "The list ends early.", ["B37"], Array(rical.dropLast()))
        shelf.accept("listed", "The list names the readers' authority.", [], rical, inputs: shelf.inputs + [.binary(.listed, world.readerRoot)])
        shelf.reject(
            "listed-nobody", "list.entries", "The list is good, and does not name the readers' authority.", ["B14", "B50"], rical,
            inputs: shelf.inputs + [.binary(.listed, world.root)])
        return shelf.cases
    }
}
