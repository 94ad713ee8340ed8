import DocumentTrust
import MobileDocument

/// A signature of a request as JSON.
struct ReaderOutput: Encodable {
    let coverage: String
    let position: Int
    let outcome: String
    let subject: String?
    let fingerprint: String?
    let brand: String?
    let refusal: String?
    let authority: String?
    let provenance: String?
    let checks: [VerificationOutput.Check]

    init(_ signature: ReaderSignature) {
        switch signature.coverage {
        case .all(let index): (coverage, position) = ("request", index)
        case .docRequest(let index): (coverage, position) = ("documentRequest", index)
        }
        outcome = signature.outcome.rawValue
        // The identity in a signature that does not verify is a claim by nobody.
        let certificate = signature.outcome == .invalid ? nil : signature.certificate
        subject = certificate?.subject
        fingerprint = certificate.map { Hexadecimal.text($0.fingerprint) }
        brand = signature.outcome == .trusted ? signature.details?.registration?.brand : nil
        refusal = signature.refusal?.code
        authority = signature.anchor?.certificate.subject
        provenance = signature.anchor?.provenance
        checks = VerificationOutput(verdict: .refused, report: signature.report, documents: nil).checks
    }
}
