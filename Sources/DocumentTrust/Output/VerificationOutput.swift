package import MobileDocument

/// A verification as JSON, in the form that is stable across releases.
///
/// `documents` is present only for a verified result: no value leaves a refusal.
public struct VerificationOutput: Sendable, Encodable {
    /// The verdict.
    public enum Verdict: String, Sendable, Encodable {
        /// Everything that must hold does.
        case verified
        /// Something does not; see the failed checks.
        case refused
        /// The data is a simulator's; nothing in it is real.
        case mock
    }

    /// One check.
    public struct Check: Sendable, Encodable {
        let id: String
        let outcome: String
        let document: Int?
        let namespace: String?
        let element: String?
        let reason: String?
    }

    /// One verified document.
    public struct Document: Sendable, Encodable {
        struct Issuer: Sendable, Encodable {
            let subject: String
            let country: String?
            let stateOrProvince: String?
            let fingerprint: String
            let authority: String
            let authorityFingerprint: String
            let provenance: String
        }

        struct Statement: Sendable, Encodable {
            let element: ElementJSON?
            let signer: [String]
            let authority: [String]
            let agrees: Bool?

            init(_ statement: IssuerIdentification.Statement, _ json: (VerifiedElement) -> ElementJSON) {
                element = statement.element.map { json($0) }
                signer = statement.signer
                authority = statement.authority
                agrees = statement.agrees
            }
        }

        struct Identification: Sendable, Encodable {
            let authority: Statement
            let country: Statement
            let jurisdiction: Statement
        }

        struct Validity: Sendable, Encodable {
            let signed: String
            let validFrom: String
            let validUntil: String
        }

        /// Its position in the answer, by which checks name it. Absent of a document that stands alone, and where only elements are kept.
        let position: Int?
        let docType: String
        /// Absent, as the next two, where only elements are kept.
        let issuer: Issuer?
        let identification: Identification?
        let validity: Validity?
        let issuerSigned: [String: [String: ElementJSON]]
        let deviceSigned: [String: [String: ElementJSON]]
    }

    /// How the answer compares with the request.
    public struct Elements: Sendable, Encodable {
        let asked: [String]
        let answered: [String]
        let missing: [String]
        let unrequested: [String]
    }

    /// The verdict.
    public let verdict: Verdict
    /// The profile that set the rules.
    public let profile: String
    /// Every check.
    public let checks: [Check]
    /// The verified documents.
    public package(set) var documents: [Document]?
    /// The comparison with the request; elements as `namespace/identifier`.
    public let elements: Elements

    package init(
        verdict: Verdict, report: VerificationReport, documents: [Document]?, asked: [ElementReference] = [],
        answered: [ElementReference] = [], missing: [ElementReference] = [], unrequested: [ElementReference] = []
    ) {
        self.verdict = verdict
        profile = report.profile
        checks = report.checks.map {
            Check(
                id: $0.identifier.rawValue, outcome: $0.outcome.rawValue, document: $0.document, namespace: $0.nameSpace?.rawValue,
                element: $0.element?.rawValue, reason: $0.reason)
        }
        self.documents = documents
        elements = Elements(
            asked: asked.map(\.description), answered: answered.map(\.description), missing: missing.map(\.description),
            unrequested: unrequested.map(\.description))
    }
}

extension VerificationOutput.Document {
    /// - Parameters:
    ///   - position: the document's position in its response, from 0; nil for one that stands alone.
    ///   - json: how each value is written.
    package init(
        position: Int? = nil, docType: DocType, signer: SignerDescription, validity: ValidityInfo, issuerSigned: [VerifiedElement],
        deviceSigned: [VerifiedElement], json: (VerifiedElement) -> ElementJSON = { ElementJSON($0.value) }
    ) {
        self.position = position
        self.docType = docType.rawValue
        issuer = Issuer(
            subject: signer.subject, country: signer.country, stateOrProvince: signer.stateOrProvince,
            fingerprint: Hexadecimal.text(signer.fingerprint), authority: signer.authority,
            authorityFingerprint: Hexadecimal.text(signer.authorityFingerprint), provenance: signer.provenance)
        let identified = IssuerIdentification(signer, issuerSigned)
        identification = Identification(
            authority: Statement(identified.authority, json), country: Statement(identified.country, json),
            jurisdiction: Statement(identified.jurisdiction, json))
        self.validity = Validity(
            signed: validity.signed.instant.description, validFrom: validity.validFrom.instant.description,
            validUntil: validity.validUntil.instant.description)
        self.issuerSigned = Self.grouped(issuerSigned, json)
        self.deviceSigned = Self.grouped(deviceSigned, json)
    }

    /// The document without what says who issued it, and when.
    package var elementsOnly: Self {
        Self(
            position: nil, docType: docType, issuer: nil, identification: nil, validity: nil, issuerSigned: issuerSigned,
            deviceSigned: deviceSigned)
    }

    private static func grouped(_ elements: [VerifiedElement], _ json: (VerifiedElement) -> ElementJSON) -> [String: [String: ElementJSON]] {
        var groups: [String: [String: ElementJSON]] = [:]
        for element in elements {
            groups[element.reference.nameSpace.rawValue, default: [:]][element.reference.identifier.rawValue] = json(element)
        }
        return groups
    }
}
