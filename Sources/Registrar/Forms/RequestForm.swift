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
    /// Days the data is kept; 0 for not at all.
    public let retentionDays: Int
    /// Where the privacy policy is.
    public let privacyPolicy: String
    /// How many screenshots of the use came with it.
    public let screenshots: Int

    /// Fills a form in.
    ///
    /// - Throws: ``RegistrarError`` with code `registrar.form`.
    public init(
        subject: Subject, region: String, purpose: String, elements: AllowedElements, retentionDays: Int, privacyPolicy: String,
        screenshots: Int
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
        guard (1...20).contains(screenshots) else {
            throw RegistrarError(.form, "the form comes with \(screenshots) screenshots", mend: "show the use in 1 to 20 screenshots")
        }
        if subject == .age, let other = elements.elements.values.joined().first(where: { AgeAttestation.threshold(of: $0.identifier) == nil }) {
            throw RegistrarError(.form, "a form for age alone asks for \(other)", mend: "ask for age_over_NN only, or for identity")
        }
        self.subject = subject
        self.region = region
        self.purpose = purpose
        self.elements = elements
        self.retentionDays = retentionDays
        self.privacyPolicy = privacyPolicy
        self.screenshots = screenshots
    }
}
