extension IssuingError {
    /// The kind of an ``IssuingError``: a dotted string such as `issuer.name.country`.
    ///
    /// The set is open, so that other parts of an issuer can add kinds of their own; compare with the constants below.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable dotted string.
        public let rawValue: String

        /// Makes a code from its stable dotted string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The stable dotted string, unchanged.
        public var description: String { rawValue }
    }
}

extension IssuingError.Code {
    /// The country is not two upper-case letters (ISO 3166-1 alpha-2).
    public static let nameCountry = Self(rawValue: "issuer.name.country")
    /// The state or province is empty, too long, or carries the prefix of another country.
    public static let nameStateOrProvince = Self(rawValue: "issuer.name.stateOrProvince")
    /// The locality is empty, too long or contains characters that do not belong in a name.
    public static let nameLocality = Self(rawValue: "issuer.name.locality")
    /// The organization is empty, too long or contains characters that do not belong in a name.
    public static let nameOrganization = Self(rawValue: "issuer.name.organization")
    /// The organizational unit is empty, too long or contains characters that do not belong in a name.
    public static let nameOrganizationalUnit = Self(rawValue: "issuer.name.organizationalUnit")
    /// The common name is missing, too long or contains characters that do not belong in a name.
    public static let nameCommonName = Self(rawValue: "issuer.name.commonName")

    /// The country of an end-entity differs from that of the root that should sign it.
    public static let subjectCountry = Self(rawValue: "issuer.subject.country")
    /// The root names a state or province and the end-entity names none, or another one.
    public static let subjectStateOrProvince = Self(rawValue: "issuer.subject.stateOrProvince")
    /// The end-entity would carry the name of the authority itself.
    public static let subjectSameAsIssuer = Self(rawValue: "issuer.subject.sameAsIssuer")

    /// The curve is not allowed for this kind of certificate.
    public static let keyCurve = Self(rawValue: "issuer.key.curve")
    /// The text given as a private key cannot be read as one.
    public static let keyPEM = Self(rawValue: "issuer.key.pem")
    /// The private key does not belong to the certificate.
    public static let keyMismatch = Self(rawValue: "issuer.key.mismatch")

    /// The period of validity is empty or longer than the profile allows.
    public static let validityPeriod = Self(rawValue: "issuer.validity.period")
    /// A moment lies outside of what a certificate can express here (1970 to 9999).
    public static let validityInstant = Self(rawValue: "issuer.validity.instant")
    /// The end-entity would be valid before or after the authority that signs it.
    public static let validityBeyondAuthority = Self(rawValue: "issuer.validity.beyondAuthority")

    /// The contact is not a usable e-mail address or URI.
    public static let contact = Self(rawValue: "issuer.contact")
    /// The place of the revocation list is not a usable http or https URI.
    public static let crlDistributionPoint = Self(rawValue: "issuer.crlDistributionPoint")
    /// A domain is not a DNS name or is given twice, or there are more of them than wallets read, or none where one is needed.
    public static let domain = Self(rawValue: "issuer.domain")

    /// The text given as a certificate does not hold exactly one PEM certificate.
    public static let certificatePEM = Self(rawValue: "issuer.certificate.pem")
    /// The bytes are not a certificate that can be read.
    public static let certificateEncoding = Self(rawValue: "issuer.certificate.encoding")
    /// The certificate could not be put together or signed, or no wallet would read it.
    public static let certificateSigning = Self(rawValue: "issuer.certificate.signing")
    /// The certificate is not the root of an authority of the expected kind.
    public static let authorityProfile = Self(rawValue: "issuer.authority.profile")

    /// The revocation list cannot be as described, or could not be signed.
    public static let revocationList = Self(rawValue: "issuer.revocationList")

    /// The document's content departs from the catalogues, from the signer's certificate or from what readers take.
    public static let content = Self(rawValue: "issuer.content")
    /// The file with the document's content cannot be read.
    public static let contentFile = Self(rawValue: "issuer.contentFile")
    /// No table says where a document of this type has its portrait.
    public static let contentPortrait = Self(rawValue: "issuer.contentPortrait")
    /// The document's validity is impossible or beyond the signer's.
    public static let documentValidity = Self(rawValue: "issuer.document.validity")
    /// A namespace is authorised for the device as a whole and by single elements.
    public static let documentAuthorizations = Self(rawValue: "issuer.document.authorizations")
    /// The document would name a revocation without a place where it is published, or with a place, an address or a certificate that no verifier
    /// can use.
    public static let documentStatus = Self(rawValue: "issuer.document.status")
    /// The document could not be signed.
    public static let documentSigning = Self(rawValue: "issuer.document.signing")

    /// A trust list's content departs from what ISO/IEC 18013-5 annex C asks.
    public static let listContent = Self(rawValue: "issuer.list.content")
    /// The trust list could not be signed.
    public static let listSigning = Self(rawValue: "issuer.list.signing")

    /// A new list's address is none that verifiers fetch.
    public static let statusAddress = Self(rawValue: "issuer.status.address")
    /// A status list has no places, or more than verifiers accept.
    public static let statusSize = Self(rawValue: "issuer.status.size")
    /// The status list has no such place.
    public static let statusIndex = Self(rawValue: "issuer.status.index")
    /// The list's values have no room for this one.
    public static let statusValue = Self(rawValue: "issuer.status.value")
    /// The document is revoked already, which is for good.
    public static let statusRevoked = Self(rawValue: "issuer.status.revoked")
    /// The earlier token is of the other kind.
    public static let statusKind = Self(rawValue: "issuer.status.kind")
    /// The token's times are impossible or beyond its signer's validity.
    public static let statusPeriod = Self(rawValue: "issuer.status.period")
    /// The token could not be signed.
    public static let statusSigning = Self(rawValue: "issuer.status.signing")
}
