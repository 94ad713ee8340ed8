import COSE
import DocumentProvider
import DocumentTrust
import Foundation
import IdentityDocumentServices
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import PresentmentRequest
import ProviderDocuments
import RelyingParty
import RequestExtraction

/// A machine with a provider's documents on it, and a website that asks for them.
struct ProviderWorld {
    let scene: RequestScene
    let machine: Machine
    let store: DocumentStore

    var parties: SampleParties { scene.parties }

    init(_ kind: Machine.Kind = .software, scene: RequestScene? = nil) throws {
        self.scene = try scene ?? RequestScene()
        machine = try Machine(kind)
        store = try DocumentStore(folder: machine.folder.path + "/documents", keys: machine.keys)
    }

    /// A licence issued to a device key.
    func licence(to key: any DeviceKey, number: String = "UT-4711-0815", without lacking: ElementIdentifier? = nil) throws -> [UInt8] {
        let sample = SampleContent.drivingLicence()
        let reference = ElementReference(.mobileDrivingLicence, "document_number")
        let content = DocumentContent(
            docType: sample.docType, elements: sample.elements.filter { $0.reference.identifier != lacking }.map { $0.reference == reference ? .init(reference, .text(number)) : $0 })
        return try issue(content, to: key)
    }

    /// A photo ID issued to a device key.
    func photoID(to key: any DeviceKey, docType: DocType = "org.iso.23220.photoid.1") throws -> [UInt8] {
        let portrait = DocumentContent.Element(ElementReference("org.iso.23220.1", "portrait"), .bytes(SamplePortrait.jpeg))
        return try issue(DocumentContent(docType: docType, elements: [portrait]), to: key)
    }

    private func issue(_ content: DocumentContent, to key: any DeviceKey) throws -> [UInt8] {
        let midnight = CalendarDate(parties.now).startOfDay
        return try MobileDocumentIssuer(signer: parties.signer).issue(
            content, deviceKey: key.publicKey,
            validity: ValidityInfo(
                signed: midnight.advanced(byDays: -1), validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 90)))
    }

    /// A licence in the provider's storage.
    func provision(
        enrolment: String? = "owner", number: String = "UT-4711-0815", without lacking: ElementIdentifier? = nil
    ) throws -> ProvisionedDocument {
        let label = Machine.label()
        let issued = try licence(to: machine.keys.makeKey(label: label), number: number, without: lacking)
        return try provision(issued, keyLabel: label, enrolment: enrolment)
    }

    func provision(
        _ issued: [UInt8], as docType: DocType = .mobileDrivingLicence, keyLabel: String, enrolment: String? = "owner", trust: IssuerTrustList? = nil
    ) throws -> ProvisionedDocument {
        try store.provision(
            issued, docType: docType, title: "Licence", keyLabel: keyLabel, enrolment: enrolment,
            proofing: Proofing(reviewer: "Robin Clerk", time: parties.now), trust: trust ?? parties.issuerTrust(), at: parties.now)
    }

    /// A request at the broker, to which the owner agreed under an enrolment.
    ///
    /// - Parameters:
    ///   - documents: the documents the system found for every document request.
    ///   - found: those for each of them, where they are not the same.
    func context(
        _ data: [UInt8], enrolment: String? = "owner", documents: [String] = [], found: [[String]]? = nil, locale: String = "en",
        origin: String? = nil
    ) throws -> (ISO18013MobileDocumentRequestContext, ScriptedPresentment) {
        let origin = origin ?? scene.origin
        let port = ScriptedPresentment(ReleasedRequest(data: Data(data), origin: origin, enrolment: enrolment))
        let partial = try RequestExtraction.partialRequest(from: data, origin: origin)
        let context = ISO18013MobileDocumentRequestContext(
            partial, port: port, documentIdentifiers: found ?? partial.documentRequests.map { _ in documents }, locale: locale)
        return (context, port)
    }

    /// A reader as a registrar certifies it.
    ///
    /// - Parameter alter: changes the certificate that the reader shows; the reader's key stays.
    func registeredReader(
        mayAsk elements: [ElementIdentifier], of docType: DocType = .mobileDrivingLicence, in nameSpace: NameSpace = .mobileDrivingLicence,
        alter: ([UInt8]) throws -> [UInt8] = { $0 }
    ) throws -> ReaderSigner {
        let key = SigningKey.generate(.p256)
        guard case .p256(let publicKey) = key.verificationKey, let picture = Data(base64Encoded: Self.icon) else { throw CancellationError() }
        var generator = SystemRandomNumberGenerator()
        let certificate = try parties.readerAuthority.certify(
            RegisteredReader(
                name: AuthorityName(country: "UT", commonName: "rentals.example"), publicKey: .init(publicKey), domains: ["rentals.example"],
                crlDistributionPoint: "https://readers.example/reader-ca.crl",
                registration: ReaderRegistration(
                    brand: "Spaceship Rentals", purpose: "To check your licence", privacyPolicy: "https://rentals.example/privacy"),
                icon: BrandIcon(png: Array(picture)),
                allowedElements: AllowedElements([docType: Set(elements.map { ElementReference(nameSpace, $0) })])),
            notBefore: parties.now.advanced(byDays: -1), using: &generator)
        return ReaderSigner(name: "registered", chain: [try alter(certificate)], key: key)
    }

    /// The picture of registered readers, a PNG in base64.
    static let icon = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAACElEQVR4nAMAAAAAAUgGidIAAAAASUVORK5CYII="
}
