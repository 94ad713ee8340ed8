/// Something an app wants to know of a person, in a word that means the same for every type of document.
///
/// Which elements a word brings is for the type's `DocumentTable` to say; a table may have words that are not listed here.
public struct IdentityElement: Hashable, Sendable, CustomStringConvertible {
    /// The word as grants and tables write it, such as `given-name`.
    public let word: String
    /// The age asked about, of `age-at-least` alone.
    public let threshold: AgeThreshold?

    /// Names something by its word.
    public init(_ word: String) {
        self.word = word
        threshold = nil
    }

    private init(_ threshold: AgeThreshold) {
        word = Self.ageAtLeast
        self.threshold = threshold
    }

    static let ageAtLeast = "age-at-least"

    /// Whether the person has reached an age, from 1 to 125. Prefer it to `age`, and `age` to `dateOfBirth`.
    public static func age(atLeast years: Int) throws(IdentityRequestError) -> IdentityElement { IdentityElement(try AgeThreshold(years)) }

    /// The word; of a threshold with its years, as in `age-at-least-21`.
    public var description: String { threshold.map { "\(word)-\($0.years)" } ?? word }

    /// The street address with city, state, postal code and country; in Japan with the municipality's code.
    public static let address = IdentityElement("address")
    /// The age in years.
    public static let age = IdentityElement("age")
    /// The day of birth.
    public static let dateOfBirth = IdentityElement("date-of-birth")
    /// Compliance with the REAL ID act.
    public static let documentDHSComplianceStatus = IdentityElement("document-dhs-compliance-status")
    /// The day on which the document ends.
    public static let documentExpirationDate = IdentityElement("document-expiration-date")
    /// The day on which the document was issued.
    public static let documentIssueDate = IdentityElement("document-issue-date")
    /// The document's number; of a My Number Card the My Number.
    public static let documentNumber = IdentityElement("document-number")
    /// What may be driven, domestic privileges included.
    public static let drivingPrivileges = IdentityElement("driving-privileges")
    /// Whether the person's stay is limited in time.
    public static let dhsTemporaryLawfulStatus = IdentityElement("dhs-temporary-lawful-status")
    /// The colour of the eyes.
    public static let eyeColor = IdentityElement("eye-color")
    /// The family name, with what is known of its truncation and of other names.
    public static let familyName = IdentityElement("family-name")
    /// The given names as the issuer writes them, middle names included, with truncation, other names and suffixes.
    public static let givenName = IdentityElement("given-name")
    /// The colour of the hair.
    public static let hairColor = IdentityElement("hair-color")
    /// The height.
    public static let height = IdentityElement("height")
    /// The issuing authority, with its jurisdiction, country and distinguishing sign.
    public static let issuingAuthority = IdentityElement("issuing-authority")
    /// The whole name.
    public static let name = IdentityElement("name")
    /// The nationality.
    public static let nationality = IdentityElement("nationality")
    /// Whether the person is an organ donor.
    public static let organDonorStatus = IdentityElement("organ-donor-status")
    /// The place of birth.
    public static let placeOfBirth = IdentityElement("place-of-birth")
    /// The portrait.
    public static let portrait = IdentityElement("portrait")
    /// The sex.
    public static let sex = IdentityElement("sex")
    /// A picture of the signature.
    public static let signatureUsualMark = IdentityElement("signature-usual-mark")
    /// Whether the person is a veteran.
    public static let veteranStatus = IdentityElement("veteran-status")
    /// The weight.
    public static let weight = IdentityElement("weight")
}
