import MobileDocument

/// A person whose document the verifier service verified and who meets the policy.
///
/// Only a satisfied result of the service makes one. A photo does not, whatever it shows.
struct VerifiedTraveller: Sendable {
    struct Element: Sendable {
        let name: String
        let value: String
    }

    /// A picture with the media type that its first bytes say.
    struct Portrait: Sendable {
        let mediaType: String
        let bytes: [UInt8]
    }

    let elements: [Element]
    let portrait: Portrait?
    let givenName: String?
    let issuer: String
    let authority: String
    let validUntil: String
    let verifiedAt: String

    init?(_ result: ServiceResult) {
        guard result.satisfied, let document = result.documents.first else { return nil }
        let given = document.issuerSigned.flatMap { nameSpace, values in
            values.map { (ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: $0.key)), $0.value) }
        }
        let portrait = ElementReference(.mobileDrivingLicence, "portrait")
        elements = given.filter { $0.0 != portrait }
            .map { Element(name: ElementCatalogue.displayName(of: $0.0), value: $0.1.displayed) }
            .sorted { $0.name < $1.name }
        self.portrait = given.first { $0.0 == portrait }.flatMap { Portrait($0.1) }
        givenName = given.first { $0.0.identifier == "given_name" }?.1.displayed
        issuer = document.issuer.subject
        authority = document.issuer.authority
        validUntil = document.validity.validUntil
        verifiedAt = result.verifiedAt
    }
}

extension VerifiedTraveller.Portrait {
    /// Takes what browsers show; a JPEG 2000 stays unseen.
    fileprivate init?(_ value: ElementValue) {
        guard case .text(let text) = value, let bytes = Base64URL.decode(text), let format = PhotoFormat(beginning: bytes) else { return nil }
        self.init(mediaType: format.mediaType, bytes: bytes)
    }
}
