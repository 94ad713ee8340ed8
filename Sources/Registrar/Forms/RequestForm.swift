public import DocumentTrust
import MobileDocument

/// What a brand wants to ask for and why; reviewed by a person.
public struct RequestForm: Sendable, Hashable {
    /// What is to be learnt.
    public enum Subject: String, Sendable, Hashable, CaseIterable, Codable {
        /// Whether somebody is old enough, and nothing else.
        case age
        /// Who somebody is.
        case identity
    }

    /// What is to be learnt.
    public let subject: Subject
    /// Country the service is offered in, two letters.
    public let region: String
    /// What the data is for, one sentence that people will read.
    public let purpose: String
    /// The elements wanted.
    public let elements: AllowedElements
    /// The law by which each of them may be asked for that is restricted by law.
    public let legalBasis: [LegalBasis]
    /// Days the data is kept; 0 for not at all.
    public let retentionDays: Int
    /// Where the privacy policy is.
    public let privacyPolicy: String
    /// Digests of the screenshots that show the use.
    public let screenshots: [String]

    /// Fills a form in.
    ///
    /// - Parameters:
    ///   - legalBasis: for each element that is restricted by law its law, once.
    ///   - screenshots: digests of 1 to 20 screenshots that the brand handed in before.
    /// - Throws: ``RegistrarError`` with code `registrar.form`, or `registrar.form.legalBasis` for a law that cannot be read or is a second one.
    public init(
        subject: Subject, region: String, purpose: String, elements: AllowedElements, legalBasis: [LegalBasis] = [], retentionDays: Int,
        privacyPolicy: String, screenshots: [String]
    ) throws(RegistrarError) {
        guard (1...20).contains(screenshots.count) else {
            throw RegistrarError(.form, "the form comes with \(screenshots.count) screenshots", mend: "show the use in 1 to 20 screenshots")
        }
        guard screenshots.allSatisfy(Screenshot.isDigest) else {
            throw RegistrarError(
                .form, "a screenshot is named by what is no digest", mend: "hand the pictures in first, and name the digests you are told")
        }
        try Self.checkLaws(legalBasis)
        try self.init(
            subject: subject, region: region, purpose: purpose, elements: elements, legalBasis: legalBasis, retentionDays: retentionDays,
            privacyPolicy: privacyPolicy, kept: screenshots)
    }

    /// A form as it is kept.
    init(
        subject: Subject, region: String, purpose: String, elements: AllowedElements, legalBasis: [LegalBasis], retentionDays: Int,
        privacyPolicy: String, kept screenshots: [String]
    ) throws(RegistrarError) {
        guard CountryCode.isCountryCode(region) else {
            throw RegistrarError(.form, "the region is not a country", mend: CountryCode.remedy)
        }
        do {
            _ = try ReaderRegistration(brand: "brand", purpose: purpose, privacyPolicy: privacyPolicy)
        } catch {
            throw RegistrarError(
                .form, "purpose or privacy policy is empty, too long, or not readable as a sentence and an https URL",
                mend: "give a sentence of at most \(ReaderRegistration.maximumPurpose) characters and an https URL")
        }
        guard (0...3_650).contains(retentionDays) else {
            throw RegistrarError(.form, "the data would be kept for \(retentionDays) days", mend: "give 0 to 3650 days")
        }
        if subject == .age, let other = elements.elements.values.joined().first(where: { AgeAttestation.threshold(of: $0.identifier) == nil }) {
            throw RegistrarError(.form, "a form for age alone asks for \(other)", mend: "ask for age_over_NN only, or for identity")
        }
        self.subject = subject
        self.region = region
        self.purpose = purpose
        self.elements = elements
        self.legalBasis = legalBasis
        self.retentionDays = retentionDays
        self.privacyPolicy = privacyPolicy
        self.screenshots = screenshots
    }

    private static func checkLaws(_ laws: [LegalBasis]) throws(RegistrarError) {
        if let law = laws.first(where: { !ReaderRegistration.isSafe($0.law, limit: AppApplication.maximumText) }) {
            throw RegistrarError(
                .formLegalBasis, "the law for \(law.name) is empty, too long, or holds invisible characters",
                mend: "give 1 to \(AppApplication.maximumText) visible characters in one line")
        }
        guard Set(laws.map(\.name)).count == laws.count else {
            throw RegistrarError(
                .formLegalBasis, "the form names the law for an element a second time", mend: "give each element once, with every law that applies")
        }
    }
}
