/// What the verifier service says about a session's answer, as far as this site reads it.
struct ServiceResult: Decodable, Sendable {
    struct Document: Decodable, Sendable {
        struct Issuer: Decodable, Sendable {
            let subject: String
            let authority: String
        }

        struct Validity: Decodable, Sendable {
            let validUntil: String
        }

        let docType: String
        let issuer: Issuer
        let validity: Validity
        let issuerSigned: [String: [String: ElementValue]]
    }

    /// Whether everything the policy requires was answered, and with yes where the answer is yes or no.
    let satisfied: Bool
    let verifiedAt: String
    let documents: [Document]
}
