import MobileDocument

/// Everything a registrar knows: brands, request forms, apps, certificates, and the record of what happened.
///
/// A value: an operation either changes it as a whole and records that, or throws and changes nothing. Keep it through a
/// ``RegistrarStorage`` after each change and before anything is handed out.
public struct RegistrarLedger: Sendable, Hashable {
    /// Most domains of a brand.
    public static let maximumDomains = 5
    /// Most removals of a brand's domains, except by the operator: each lets a challenge be asked for again, and both are recorded.
    public static let maximumRemovals = 20
    /// Most brands that wait for a reviewer at one time.
    public static let maximumWaitingBrands = 50
    /// Most submissions of one brand: somebody whom nobody knows can make them.
    public static let maximumSubmissions = 20
    /// Most forms, and most applications, of one brand that wait for a reviewer at one time.
    public static let maximumWaitingForms = 10
    /// Most forms, and most applications, of one brand, reviewed ones included.
    public static let maximumForms = 100
    /// Most certificates of a brand that have not ended, withdrawn ones included.
    public static let maximumCertificates = 20
    /// Days of validity of a certificate.
    public static let certificateDays = 397
    /// Most screenshots of a brand.
    public static let maximumScreenshots = 200
    /// Most grants of a brand that have not ended, withdrawn ones included: one for each build.
    public static let maximumGrants = 200
    /// Days for which a grant counts.
    public static let grantDays = 397
    /// Most developers of an account.
    public static let maximumDevelopers = 20

    /// Where revocation lists are published: an http or https URI, which every certificate carries.
    public let crlDistributionPoint: String
    /// Brands by identifier.
    public internal(set) var brands: [String: Brand] = [:]
    /// Request forms in the order they were filed.
    public internal(set) var forms: [FiledForm] = []
    /// Digests of the screenshots that brands handed in, by the brand's identifier.
    public internal(set) var screenshots: [String: Set<String>] = [:]
    /// Applications for apps in the order they were filed.
    public internal(set) var applications: [FiledApplication] = []
    /// Grants of apps in the order they were signed.
    public internal(set) var grants: [IssuedGrant] = []
    /// Certificates in the order they were issued.
    public internal(set) var certificates: [IssuedCertificate] = []
    /// What the tokens of applicants and reviewers are known by.
    var credentials: [Credential] = []
    /// Number of the last revocation list.
    public internal(set) var lastListNumber: UInt64 = 0
    /// What happened, oldest first.
    public internal(set) var audit: [AuditRecord] = []

    /// Begins an empty ledger.
    public init(crlDistributionPoint: String) { self.crlDistributionPoint = crlDistributionPoint }

    mutating func record(_ event: AuditRecord.Event, _ subject: String, detail: String? = nil, by actor: Principal? = nil, at time: Instant) {
        audit.append(AuditRecord(event, subject, detail: detail, by: actor, at: time))
    }

    /// The brand of an identifier.
    public func brand(_ identifier: String) throws(RegistrarError) -> Brand {
        guard let brand = brands[identifier] else {
            throw RegistrarError(.brandUnknown, "there is no brand \"\(identifier)\"", mend: "submit it first, or see the list")
        }
        return brand
    }
}
