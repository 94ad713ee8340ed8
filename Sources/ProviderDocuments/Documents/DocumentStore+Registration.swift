import DocumentProvider
public import DocumentTrust
import Foundation
public import IdentityDocumentServices

extension DocumentStore {
    /// Registers every document with the system that can be used, and takes back registrations of those that are gone, or of no use any more,
    /// before: those that come find the place that they leave.
    ///
    /// - Parameters:
    ///   - registrations: the app's registrations.
    ///   - readers: the authorities whose readers may ask; never empty, or anybody might.
    /// - Throws: `UnusableDocuments` in the end, where there are some, or some that the system does not take; anything else at once.
    public func register(in registrations: IdentityDocumentProviderRegistrationStore, readers: ReaderTrustList) async throws {
        let usable = usable(try identifiers())
        // What is only out of reach now can answer again, and may do so before this is tried again.
        let kept = Set(usable.documents.map(\.id) + usable.faults.filter { $0.value.isPassing }.keys)
        for stale in try await registrations.registrations where !kept.contains(stale.documentIdentifier) {
            try await registrations.removeRegistration(forDocumentIdentifier: stale.documentIdentifier)
        }
        let authorities = readers.anchors.compactMap(\.certificate.subjectKeyIdentifier).map { Data($0) }
        guard !authorities.isEmpty else { throw IdentityDocumentProviderRegistrationStore.RegistrationError.invalidRequest }
        let refused = try await registrations.addEach(
            of: zip(usable.documents, usable.held).map { document, held in
                MobileDocumentRegistration(
                    mobileDocumentType: held.docType.rawValue, supportedIssuerKeyIdentifiers: held.issuerKeyIdentifiers.map { Data($0) },
                    supportedAuthorityKeyIdentifiers: authorities, documentIdentifier: document.id,
                    invalidationDate: Date(timeIntervalSince1970: TimeInterval(held.validity.validUntil.instant.secondsSinceEpoch)))
            })
        let faults = usable.faults.merging(refused) { fault, _ in fault }
        guard faults.isEmpty else { throw UnusableDocuments(faults) }
    }
}

extension DocumentStoreError {
    /// Whether the same document may be of use again.
    fileprivate var isPassing: Bool {
        switch self {
        case .exposed, .unavailable, .key(.unavailable): true
        default: false
        }
    }
}
