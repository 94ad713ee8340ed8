import DocumentTrust
import Foundation
public import IdentityDocumentServices

extension SimulatedWallet {
    /// Registers the mock data with the system, and takes back mock data that is no more.
    ///
    /// - Throws: `SimulationRefusal.realDocuments`, and nothing is changed, where the program has registered real documents.
    public func register(in registrations: IdentityDocumentProviderRegistrationStore) async throws {
        let registered = try await registrations.registrations
        guard registered.allSatisfy({ $0.documentIdentifier.hasPrefix(SimulatedDocument.prefix) }) else { throw SimulationRefusal.realDocuments }
        let authorities = readers.anchors.compactMap(\.certificate.subjectKeyIdentifier).map { Data($0) }
        // An empty list would let anybody ask.
        guard !authorities.isEmpty else { throw IdentityDocumentProviderRegistrationStore.RegistrationError.invalidRequest }
        for document in documents {
            try await registrations.addRegistration(
                MobileDocumentRegistration(
                    mobileDocumentType: document.held.docType.rawValue, supportedAuthorityKeyIdentifiers: authorities,
                    documentIdentifier: document.id))
        }
        for stale in registered where !documents.contains(where: { $0.id == stale.documentIdentifier }) {
            try await registrations.removeRegistration(forDocumentIdentifier: stale.documentIdentifier)
        }
    }
}
