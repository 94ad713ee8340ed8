import DocumentTrust
import Foundation
public import IdentityDocumentServices
import ProviderDocuments

extension SimulatedWallet {
    /// Takes back mock data that is no more, and registers the mock data with the system.
    ///
    /// - Throws: `SimulationRefusal.realDocuments`, and nothing is changed, where the program has registered real documents;
    ///   `UnusableDocuments` in the end, where the system does not take some.
    public func register(in registrations: IdentityDocumentProviderRegistrationStore) async throws {
        let registered = try await registrations.registrations
        guard registered.allSatisfy({ $0.documentIdentifier.hasPrefix(SimulatedDocument.prefix) }) else { throw SimulationRefusal.realDocuments }
        for stale in registered where !documents.contains(where: { $0.id == stale.documentIdentifier }) {
            try await registrations.removeRegistration(forDocumentIdentifier: stale.documentIdentifier)
        }
        let authorities = readers.anchors.compactMap(\.certificate.subjectKeyIdentifier).map { Data($0) }
        // An empty list would let anybody ask.
        guard !authorities.isEmpty else { throw IdentityDocumentProviderRegistrationStore.RegistrationError.invalidRequest }
        let refused = try await registrations.addEach(
            of: documents.map { document in
                MobileDocumentRegistration(
                    mobileDocumentType: document.held.docType.rawValue, supportedAuthorityKeyIdentifiers: authorities,
                    documentIdentifier: document.id)
            })
        guard refused.isEmpty else { throw UnusableDocuments(refused) }
    }
}
