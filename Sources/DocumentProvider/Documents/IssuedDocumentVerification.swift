public import DocumentTrust
public import MobileDocument

/// What a wallet checks when it receives a document: everything the issuer is responsible for.
///
/// Checked: signer path and profile, issuer signature, every digest, validity, country. Not checked, because it does not
/// exist yet: the device's proof.
public struct IssuedDocumentVerification: Sendable {
    /// How it ended.
    public enum Result: Sendable {
        /// The document is what its issuer signed.
        case verified(VerifiedIssuedDocument)
        /// It is not; why.
        case refused(VerificationReport)

        /// The result as JSON in its stable form.
        public var output: VerificationOutput {
            switch self {
            case .verified(let document):
                return VerificationOutput(verdict: .verified, report: document.report, documents: [document.output])
            case .refused(let report):
                return VerificationOutput(verdict: Self.isMock(report) ? .mock : .refused, report: report, documents: nil)
            }
        }

        /// Whether it is mock data, which is no document whatever its profile lets pass.
        private static func isMock(_ report: VerificationReport) -> Bool {
            report.refusesMockData || (report.hasNoFailure && report.outcomes(of: .dataMock).contains(.warning))
        }
    }

    private let trust: IssuerTrustList
    private let rules: VerificationRules

    /// A verification under a profile; production accepts only profiles made for it.
    public init(
        trust: IssuerTrustList, profile: any VerificationProfile = ISOProfile(), mode: VerificationMode = .production
    ) throws(ProfileRefused) {
        try profile.rules.check(mode: mode)
        self.trust = trust
        rules = profile.rules
    }

    /// Verifies a document as issued.
    ///
    /// - Parameters:
    ///   - bytes: the encoded `IssuerSigned`.
    ///   - docType: the type it was issued as.
    ///   - time: the moment to judge by.
    public func verify(_ bytes: [UInt8], docType: DocType, at time: Instant) -> Result {
        var report = VerificationReport(profile: rules.profile)
        let issuerSigned: IssuerSigned
        do {
            issuerSigned = try IssuerSigned(bytes)
            report.record(.responseStructure, .passed)
        } catch {
            report.record(.responseStructure, .failed, error.description)
            return .refused(report)
        }
        report.require(!issuerSigned.items.isEmpty, .responseDocuments, "the document holds no elements")
        let context = VerificationContext(trust: trust, rules: rules, time: time, tolerance: 60)
        var budget = PathBudget(chains: 1)
        let found = IssuerDataVerification(issuerSigned, docType: docType, context: context, document: 0)
            .run(deviceSigned: [], within: &budget, into: &report)
        for check in [CheckIdentifier.deviceAuthorization, .deviceAuthentication] {
            report.record(check, .skipped, document: 0, "a document being issued has not been presented by its device")
        }
        guard report.hasNoFailure, let found, let signer = found.signer else { return .refused(report) }
        return .verified(
            VerifiedIssuedDocument(
                docType: docType, signer: signer, validity: found.mobileSecurityObject.validityInfo,
                elements: issuerSigned.items.map { VerifiedElement(reference: $0.reference, item: $0.elementValue, mayBeRetained: true) }, report: report))
    }
}
