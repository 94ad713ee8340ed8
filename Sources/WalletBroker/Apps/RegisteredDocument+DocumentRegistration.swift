import BrokerMessages
import Foundation

extension RegisteredDocument {
    init(_ registration: DocumentRegistration, of provider: String) {
        self.init(
            provider: provider, documentIdentifier: registration.documentIdentifier, documentType: registration.documentType,
            readers: registration.authorityKeyIdentifiers.isEmpty ? .anyReader : .authorities(Set(registration.authorityKeyIdentifiers)),
            issuerKeyIdentifiers: Set(registration.issuerKeyIdentifiers), invalidationDate: registration.invalidation.map(Date.init(timeIntervalSince1970:)))
    }
}

extension DocumentRegistration {
    init(_ document: RegisteredDocument) {
        func sorted(_ identifiers: Set<[UInt8]>) -> [[UInt8]] { identifiers.sorted { $0.lexicographicallyPrecedes($1) } }
        let authorities: Set<[UInt8]> =
            switch document.readers {
            case .anyReader: []
            case .authorities(let identifiers): identifiers
            }
        self.init(
            documentIdentifier: document.documentIdentifier, documentType: document.documentType, authorityKeyIdentifiers: sorted(authorities),
            issuerKeyIdentifiers: sorted(document.issuerKeyIdentifiers), invalidation: document.invalidationDate?.timeIntervalSince1970)
    }
}
