import DocumentProvider
public import DocumentTrust
import Foundation
public import IdentityDocumentServices

extension DocumentStore {
    /// Registers every document with the system, and takes back registrations of those that are gone.
    ///
    /// - Parameters:
    ///   - registrations: the app's registrations.
    ///   - readers: the authorities whose readers may ask; never empty, or anybody might.
    public func register(in registrations: IdentityDocumentProviderRegistrationStore, readers: ReaderTrustList) async throws {
        let authorities = readers.anchors.compactMap(\.certificate.subjectKeyIdentifier).map { Data($0) }
        guard !authorities.isEmpty else { throw IdentityDocumentProviderRegistrationStore.RegistrationError.invalidRequest }
        let documents = try documents()
        for document in documents {
            let held = try held(document)
            try await registrations.addRegistration(
                MobileDocumentRegistration(
                    mobileDocumentType: held.docType.rawValue, supportedIssuerKeyIdentifiers: held.issuerKeyIdentifiers.map { Data($0) },
                    supportedAuthorityKeyIdentifiers: authorities, documentIdentifier: document.id,
                    invalidationDate: Date(timeIntervalSince1970: TimeInterval(held.validity.validUntil.instant.secondsSinceEpoch))))
        }
        for stale in try await registrations.registrations where !documents.contains(where: { $0.id == stale.documentIdentifier }) {
            try await registrations.removeRegistration(forDocumentIdentifier: stale.documentIdentifier)
        }
    }
}
