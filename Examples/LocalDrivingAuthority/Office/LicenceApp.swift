import COSE
import DocumentProvider
import DocumentTrust
import Foundation
public import IdentityDocumentServices
public import MobileDocument
public import ProviderDocuments

/// Local Driving Authority on the person's own machine: applies for licences, and takes them in.
public struct LicenceApp: Sendable {
    /// The app's folder, which its provider shares.
    public let folder: ProviderFolder
    private let office: LicenceOffice
    private let registrations: IdentityDocumentProviderRegistrationStore

    /// Opens the app.
    public init(folder: ProviderFolder, office: LicenceOffice, registrations: IdentityDocumentProviderRegistrationStore) throws {
        self.folder = folder
        self.office = office
        self.registrations = registrations
        try folder.trust(office.issuerRoot(), named: "iaca", as: .issuer)
        try folder.trust(office.readerRoot(), named: "reader-ca", as: .reader)
    }

    /// Applies for a licence with a new device key.
    public func apply(_ form: LicenceForm, at time: Instant) throws -> LicenceApplication {
        let number = LicenceOffice.newNumber()
        let key = try folder.keys.makeKey(label: Self.keyLabel(number))
        do {
            return try office.receive(form, number: number, deviceKey: key.publicKey, at: time)
        } catch {
            try folder.keys.deleteKey(label: Self.keyLabel(number))
            throw error
        }
    }

    /// Proves possession of the device key, takes the licence in, and binds it to the machine's owner, who must be known. Then `folder.register`
    /// makes the system offer it. Where it cannot be taken in, the office gives the same one the next time, while it is valid. The key of an
    /// application that was rejected is destroyed.
    public func issue(_ number: String, at time: Instant) async throws -> ProvisionedDocument {
        if case .rejected = try office.application(number).state {
            // Nothing is ever issued to it.
            try folder.keys.deleteKey(label: Self.keyLabel(number))
        }
        _ = try approval(of: number)
        // A licence that is bound to nobody answers nobody, and is issued once.
        guard let enrolment = await registrations.currentEnrolment else { throw OfficeRefusal.noOwner }
        // Two at once would take in a licence each.
        return try office.alone { try take(number, for: enrolment, at: time) }
    }

    /// An application that was approved, and by whom; throws where it was not, or the licence was issued.
    private func approval(of number: String) throws -> (application: LicenceApplication, proofing: Proofing) {
        let application = try office.application(number)
        guard case .approved(let reviewer, let seconds) = application.state else {
            throw application.state == .issued ? OfficeRefusal.alreadyDecided : .notApproved
        }
        return (application, Proofing(reviewer: reviewer, time: Instant(secondsSinceEpoch: seconds)))
    }

    /// Takes the licence in that the office issues.
    private func take(_ number: String, for enrolment: String, at time: Instant) throws -> ProvisionedDocument {
        let (application, proofing) = try approval(of: number)
        let issuers = try folder.issuers()
        let proof = try folder.keys.key(label: Self.keyLabel(number)).signature(over: application.proofContent)
        let licence = try office.issue(number, proof: proof, at: time)
        // It is here already where the office did not hear of it. Others that cannot be read are not this one.
        let stored = try folder.documents.identifiers().compactMap { try? folder.documents.document($0) }
        let taken = stored.first { $0.issuerSigned == licence && $0.ownerEnrolment != nil }
        let document = try taken ?? folder.documents.provision(
            licence, docType: .mobileDrivingLicence, title: "Driving licence", keyLabel: Self.keyLabel(number),
            enrolment: enrolment, proofing: proofing, trust: issuers, at: time)
        try office.close(number, proof: proof)
        return document
    }

    private static func keyLabel(_ number: String) -> String { "licence-\(number)" }
}
