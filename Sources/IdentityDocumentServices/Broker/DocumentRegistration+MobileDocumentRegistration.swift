import BrokerMessages
import Foundation

extension DocumentRegistration {
    init(_ registration: MobileDocumentRegistration) {
        self.init(
            documentIdentifier: registration.documentIdentifier, documentType: registration.mobileDocumentType,
            authorityKeyIdentifiers: registration.supportedAuthorityKeyIdentifiers.map { Array($0) },
            issuerKeyIdentifiers: registration.supportedIssuerKeyIdentifiers.map { Array($0) },
            invalidation: registration.invalidationDate?.timeIntervalSince1970)
    }
}

extension MobileDocumentRegistration {
    init(_ registration: DocumentRegistration) {
        self.init(
            mobileDocumentType: registration.documentType, supportedIssuerKeyIdentifiers: registration.issuerKeyIdentifiers.map { Data($0) },
            supportedAuthorityKeyIdentifiers: registration.authorityKeyIdentifiers.map { Data($0) },
            documentIdentifier: registration.documentIdentifier,
            invalidationDate: registration.invalidation.map(Date.init(timeIntervalSince1970:)))
    }
}
