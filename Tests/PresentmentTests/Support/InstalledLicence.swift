import CBOR
import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import RelyingParty
import UserVerification
import WalletBroker

/// A machine with one provider installed and a licence in its folder, or another document in the place of one.
struct InstalledLicence: AppMachine {
    let scene: RequestScene
    let world: ProviderWorld
    let storage: TemporaryFolder
    let folder: BrokerFolder
    let merchantKey = P256.KeyAgreement.PrivateKey()
    /// The licence as it was issued.
    let issued: [UInt8]
    private let docType: DocType

    var parties: SampleParties { scene.parties }

    /// - Parameters:
    ///   - program: the provider, one of the examples.
    ///   - licence: what the licence says.
    ///   - apps: other programs of the provider.
    ///   - deviceOptions: by which the machine reaches others; nil where it does not.
    init(_ program: String, _ licence: DocumentContent, apps: [String] = [], deviceOptions: [String]? = nil) async throws {
        scene = try RequestScene(now: Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)), licence: licence)
        world = try ProviderWorld(scene: scene)
        docType = licence.docType
        storage = try TemporaryFolder()
        let authority = scene.parties.readerAuthority.identity
        folder = try BrokerFolder([
            .init(
                name: "App", documentTypes: [docType.rawValue], arguments: [storage.path + "/wallet"], readerRoots: [authority.derEncoded], program: program,
                apps: apps)
        ], deviceOptions: deviceOptions)
        try await ServedBroker.enrol(folder)
        let state = folder.configuration.state
        let enrolment = try await UserVerifier(store: try EnrolmentStore(path: state + "/enrolments.sqlite")).enrolment()?.identifier
        let wallet = try ProviderFolder(storage.path + "/wallet")
        try wallet.trust(authority.certificatePEM, named: "readers", as: .reader)
        let key = try wallet.keys.makeKey(label: "licence")
        let midnight = CalendarDate(scene.parties.now).startOfDay
        issued = try MobileDocumentIssuer(signer: scene.parties.signer).issue(
            licence, deviceKey: key.publicKey,
            validity: ValidityInfo(
                signed: midnight.advanced(byDays: -1), validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 90)))
        let document = try wallet.documents.provision(
            issued, docType: docType, title: "Licence", keyLabel: "licence", enrolment: enrolment,
            proofing: Proofing(reviewer: "Robin Clerk", time: scene.parties.now), trust: scene.parties.issuerTrust(), at: scene.parties.now)
        // As when its app has registered it.
        try? FileManager.default.removeItem(atPath: wallet.path + "/unheard")
        let registry = try ProviderRegistry(path: state + "/registry.sqlite")
        try await registry.install("App", displayName: "App App", documentTypes: [docType.rawValue])
        try await registry.decide(.authorized, about: "App")
        try await registry.register(
            RegisteredDocument(provider: "App", documentIdentifier: document.id, documentType: docType.rawValue, readers: .anyReader))
    }

    /// A request for elements of the licence.
    ///
    /// - Parameters:
    ///   - kept: those that the website would keep.
    ///   - granted: what its reader's certificate names; nil for all of them.
    func request(
        _ elements: [ElementIdentifier], of nameSpace: NameSpace = .mobileDrivingLicence, retaining kept: Set<ElementIdentifier> = [],
        mayAsk granted: [ElementIdentifier]? = nil
    ) throws -> (session: PendingSession, request: PresentationRequest) {
        try RequestBuilder(
            documents: [RequestedDocument(docType, nameSpace: nameSpace, elements: elements, retaining: kept)],
            signers: [world.registeredReader(mayAsk: granted ?? elements, of: docType, in: nameSpace)]
        ).build(for: scene.parties.origin, expiresAt: scene.parties.now.advanced(bySeconds: 600))
    }

    /// What the website gets to know of an answer.
    func texts(in answer: [UInt8], of session: PendingSession) async throws -> [ElementIdentifier: String] {
        let store = InMemorySessionStore()
        await store.insert(session, id: SessionIdentifier(rawValue: "one"))
        let verifier = try Verifier(trust: scene.parties.issuerTrust(), profile: ISOProfile(), mode: .development)
        guard let claimed = await store.claim(SessionIdentifier(rawValue: "one"), at: scene.parties.now),
            case .verified(let verified) = verifier.verify(CredentialResponse(sealed: answer), for: claimed, at: scene.parties.now)
        else { return [:] }
        return Dictionary(uniqueKeysWithValues: verified.documents.flatMap(\.issuerSigned).map { ($0.reference.identifier, $0.text ?? "") })
    }
}
