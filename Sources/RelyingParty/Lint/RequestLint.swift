import CBOR
import DocumentTrust
public import MobileDocument

/// Compares a request with the rules of known wallets, before a user meets their refusal.
///
/// It decides nothing: a wallet makes its own checks, and trust in a reader is not judged here.
public struct RequestLint: Sendable {
    private let origin: Origin?
    private let time: Instant

    /// Prepares a comparison.
    ///
    /// - Parameters:
    ///   - origin: the page's origin, to which signatures are bound; nil leaves them unjudged.
    ///   - time: the moment to judge certificates by.
    public init(origin: Origin?, at time: Instant) {
        self.origin = origin
        self.time = time
    }

    /// Compares a request as the page passes it on. Every rule gives at least one finding, kept ones included.
    ///
    /// - Parameters:
    ///   - deviceRequest: the base64url text.
    ///   - encryptionInfo: the base64url text.
    public func check(deviceRequest: String, encryptionInfo: String) -> [RequestLintFinding] {
        var findings = Findings()
        checkEncryption(encryptionInfo, &findings)
        guard let request = decode(deviceRequest, &findings) else {
            let rules: [RequestLintRule] = [
                .version, .useCases, .readerAuthAll, .elements, .ages, .thresholds, .readerSignature, .readerCertificate, .readerDomain, .readerValidity,
            ]
            for rule in rules { findings.skip(rule, "the request cannot be read") }
            return findings.all
        }
        checkVersion(request, &findings)
        checkUseCases(request, &findings)
        findings.require(
            !request.readerAuthAll.isEmpty, .readerAuthAll, request.docRequests.contains { $0.readerAuth != nil } ? .warning : .failed,
            "nobody signed the request as a whole", "sign it with a reader certificate (readerAuthAll); wallets answer only readers they know")
        checkElements(request, &findings)
        checkReaders(request, encryptionInfo, &findings)
        return findings.all
    }

    // MARK: encryptionInfo

    private func checkEncryption(_ text: String, _ findings: inout Findings) {
        let info: EncryptionInfo
        do {
            info = try EncryptionInfo(text: text)
        } catch {
            findings.add(.encryptionInfo, .failed, "it cannot be read: \(error)", "encode [\"dcapi\", {nonce, recipientPublicKey}] as base64url without padding")
            findings.skip(.nonce, "encryptionInfo cannot be read")
            findings.skip(.recipientKey, "encryptionInfo cannot be read")
            return
        }
        findings.pass(.encryptionInfo)
        let differentBytes = Set(info.nonce.bytes).count
        findings.require(
            differentBytes >= 8, .nonce, .failed, "its \(info.nonce.count) bytes have only \(differentBytes) different values",
            "draw 16 to 32 bytes from a secure random source for every request")
        let hasKey = (try? info.recipientKey.keyAgreementKey()) != nil
        findings.require(
            hasKey, .recipientKey, .failed, "it is no uncompressed point on P-256",
            "make a new P-256 key for every request and send it as a COSE_Key with labels 1, -1, -2 and -3")
    }

    // MARK: deviceRequest

    private func decode(_ text: String, _ findings: inout Findings) -> DeviceRequest? {
        guard let bytes = Base64URL.decode(text) else {
            findings.add(.deviceRequest, .failed, "it is not base64url without padding", "use the alphabet with - and _, and leave out every =")
            return nil
        }
        do {
            let request = try DeviceRequest(bytes)
            findings.pass(.deviceRequest)
            return request
        } catch {
            findings.add(.deviceRequest, .failed, "it cannot be read: \(error)", "compare the bytes with `mdoc inspect`")
            return nil
        }
    }

    private func checkVersion(_ request: DeviceRequest, _ findings: inout Findings) {
        guard !request.ignoredNewerMembers else {
            return findings.add(
                .version, .failed, "it says \(request.version) and carries members of version 1.1, which are ignored", "say version 1.1")
        }
        findings.require(
            request.version != "1.0", .version, .warning, "it is \(request.version); wallets ask for the latest",
            "say version 1.1 and add readerAuthAll and use cases")
    }

    private func checkUseCases(_ request: DeviceRequest, _ findings: inout Findings) {
        guard !request.useCases.isEmpty else {
            return findings.add(
                .useCases, .warning, "it does not say what it is for, so the user is not told", "add deviceRequestInfo with a mandatory use case")
        }
        findings.require(
            request.useCases.contains(where: \.isMandatory), .useCases, .warning, "no use case is mandatory; some wallets look at mandatory ones only",
            "make the use case mandatory that the page cannot do without")
    }

    private func checkElements(_ request: DeviceRequest, _ findings: inout Findings) {
        let references = request.docRequests.flatMap { $0.itemsRequest.elements.map(\.reference) }
        let unknown = references.filter { reference in
            guard let catalogue = ElementCatalogue.of(reference.nameSpace), catalogue.isClosed else { return false }
            return catalogue.definition(of: reference.identifier) == nil
        }
        findings.require(
            unknown.isEmpty, .elements, .warning, "no catalogue has " + unknown.map(\.description).joined(separator: ", "),
            "compare the names with the standard; case and underscores matter")
        let mostAges = request.docRequests.map { docRequest in
            docRequest.itemsRequest.elements.count { AgeAttestation.threshold(of: $0.reference.identifier) != nil }
        }.max() ?? 0
        findings.require(
            mostAges <= AgeAttestation.maximumPerRequest, .ages, .failed, "one document is asked \(mostAges) questions about ages",
            "ask for \(AgeAttestation.maximumPerRequest) age_over_NN elements at most")
        let exact = references.filter { Self.exactAges.contains($0.identifier) }
        findings.require(
            exact.isEmpty, .thresholds, .warning, "how old somebody is can be told from " + exact.map(\.description).joined(separator: ", "),
            "prefer the threshold, age_over_NN, where that is enough; what may be given in its place belongs into the alternatives")
    }

    /// What says how old a person is, where often only whether they are old enough is needed.
    private static let exactAges: Set<ElementIdentifier> = ["age_in_years", "age_birth_year", "birth_date", "birth_date_unicode"]

    // MARK: Readers

    private func checkReaders(_ request: DeviceRequest, _ encryptionInfo: String, _ findings: inout Findings) {
        let signatures = request.readerAuthAll + request.docRequests.compactMap(\.readerAuth)
        guard !signatures.isEmpty else {
            for rule in [RequestLintRule.readerSignature, .readerCertificate, .readerDomain, .readerValidity] { findings.skip(rule, "nobody signed the request") }
            return
        }
        checkSignatures(request, encryptionInfo, &findings)
        var faults: [String] = []
        var elsewhere: [String] = []
        var outOfTime: [String] = []
        for signature in signatures {
            guard let encoded = signature.headers.certificate else {
                faults.append("a signature carries no certificate")
                continue
            }
            do {
                let certificate = try ParsedCertificate(reader: encoded)
                faults += CertificateProfile.reader.check(certificate, issuedBy: nil).compactMap { result in
                    result.fault.map { "\"\(certificate.subject)\" \($0)" }
                }
                if let origin, let details = try? ReaderCertificateDetails(certificate), !details.covers(host: origin.host) {
                    elsewhere.append("\"\(certificate.subject)\" is for \(details.domains.joined(separator: ", "))")
                }
                if time < certificate.notBefore || time > certificate.notAfter {
                    outOfTime.append("\"\(certificate.subject)\" is valid from \(certificate.notBefore) to \(certificate.notAfter)")
                }
            } catch {
                faults.append(error.description)
            }
        }
        findings.require(
            faults.isEmpty, .readerCertificate, .warning, faults.joined(separator: "; "), "have the certificate issued anew under the reader profile")
        if let origin {
            findings.require(
                elsewhere.isEmpty, .readerDomain, .failed, elsewhere.joined(separator: "; ") + "; the page is at \(origin)",
                "sign with a certificate that names the page's domain")
        } else {
            findings.skip(.readerDomain, "the page's origin is not given")
        }
        findings.require(
            outOfTime.isEmpty, .readerValidity, .failed, outOfTime.joined(separator: "; ") + "; judged at \(time)", "renew the certificate")
    }

    private func checkSignatures(_ request: DeviceRequest, _ encryptionInfo: String, _ findings: inout Findings) {
        guard let origin else { return findings.skip(.readerSignature, "signatures are bound to the page's origin, which is not given") }
        let transcript = SessionTranscript(.annexC(encryptionInfo: encryptionInfo, origin: origin))
        let result = ReaderAuthenticationVerification.verify(request, transcript: transcript, trust: ReaderTrustList([]), at: time)
        let invalid = result.signatures.filter { $0.outcome == .invalid }
        findings.require(
            invalid.isEmpty, .readerSignature, .failed, "\(invalid.count) of \(result.signatures.count) signatures do not hold for \(origin)",
            "sign for the origin of the page that calls navigator.credentials.get, over the very encryptionInfo that is sent")
    }

    // MARK: Collecting

    private struct Findings {
        private(set) var all: [RequestLintFinding] = []

        mutating func add(_ rule: RequestLintRule, _ outcome: CheckOutcome, _ reason: String, _ remedy: String) {
            all.append(RequestLintFinding(rule: rule, outcome: outcome, reason: reason, remedy: remedy))
        }

        mutating func pass(_ rule: RequestLintRule) {
            all.append(RequestLintFinding(rule: rule, outcome: .passed, reason: nil, remedy: nil))
        }

        mutating func skip(_ rule: RequestLintRule, _ reason: String) {
            all.append(RequestLintFinding(rule: rule, outcome: .skipped, reason: reason, remedy: nil))
        }

        mutating func require(
            _ holds: Bool, _ rule: RequestLintRule, _ outcome: CheckOutcome, _ reason: @autoclosure () -> String, _ remedy: @autoclosure () -> String
        ) {
            if holds { pass(rule) } else { add(rule, outcome, reason(), remedy()) }
        }
    }
}
