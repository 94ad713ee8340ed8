import DocumentTrust
import Registrar

/// A request form to be reviewed.
struct FormFiling: Decodable {
    let subject: RequestForm.Subject
    let region: String
    let purpose: String
    /// Element identifiers by document type and namespace.
    let elements: [String: [String: [String]]]
    /// The law for each of them that is restricted by law.
    let legalBasis: [LegalBasis]?
    let retentionDays: Int
    let privacyPolicy: String
    /// Digests of screenshots that were handed in before.
    let screenshots: [String]

    private static let remedy =
        "give 1 to \(AllowedElements.maximumDocTypes) types of document, each with 1 to \(AllowedElements.maximumNameSpaces) namespaces "
        + "of at most \(AllowedElements.maximumElements) elements, and names of 1 to \(AllowedElements.maximumNameBytes) visible bytes"

    func form() throws -> RequestForm {
        let allowed: AllowedElements
        do { allowed = try AllowedElements(names: elements) } catch {
            throw RegistrarError(.form, error.description, mend: Self.remedy)
        }
        return try RequestForm(
            subject: subject, region: region, purpose: purpose, elements: allowed, legalBasis: legalBasis ?? [], retentionDays: retentionDays,
            privacyPolicy: privacyPolicy, screenshots: screenshots)
    }
}
