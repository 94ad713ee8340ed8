import CBOR
import DocumentTrust
public import IdentityElements
public import MobileDocument

/// Compares a request with the rules of known wallets, before a user meets their refusal.
///
/// It decides nothing: a wallet makes its own checks, and trust in a reader is not judged here.
public struct RequestLint: Sendable {
    private let origin: Origin?
    private let time: Instant
    private let tables: ElementTables

    /// Prepares a comparison.
    ///
    /// - Parameters:
    ///   - origin: the page's origin, to which signatures are bound; nil leaves it and them unjudged.
    ///   - time: the moment to judge certificates by.
    ///   - tables: which elements are restricted by law, and so kept by nobody.
    public init(origin: Origin?, at time: Instant, tables: ElementTables = .builtIn) {
        self.origin = origin
        self.time = time
        self.tables = tables
    }

    /// Compares a request as the page passes it on. Every rule gives at least one finding, kept ones included.
    ///
    /// - Parameters:
    ///   - deviceRequest: the base64url text.
    ///   - encryptionInfo: the base64url text.
    public func check(deviceRequest: String, encryptionInfo: String) -> [RequestLintFinding] {
        var findings = Findings()
        checkOrigin(&findings)
        checkEncryption(encryptionInfo, &findings)
        guard let request = decode(deviceRequest, &findings) else {
            let rules: [RequestLintRule] = [
                .version, .bounds, .useCases, .readerAuthAll, .elements, .serverRetrieval, .ages, .thresholds, .retention, .readerSignature,
                .readerCertificate, .readerDomain, .readerElements, .readerValidity,
            ]
            for rule in rules { findings.skip(rule, "the request cannot be read") }
            return findings.all
        }
        checkVersion(request, &findings)
        checkBounds(request, deviceRequest, encryptionInfo, &findings)
        checkUseCases(request, &findings)
        findings.require(
            !request.readerAuthAll.isEmpty, .readerAuthAll, request.docRequests.contains { $0.readerAuth != nil } ? .warning : .failed,
            "nobody signed the request as a whole", "sign it with a reader certificate (readerAuthAll); wallets answer only readers they know")
        checkElements(request, &findings)
        checkReaders(request, encryptionInfo, &findings)
        return findings.all
    }

    // MARK: The page

    private func checkOrigin(_ findings: inout Findings) {
        guard let origin else { return findings.skip(.origin, "the page's origin is not given") }
        findings.require(
            origin.isSecure, .origin, .failed, "\(origin) is not a secure origin",
            "deliver the page over https; http is for this machine's own loopback")
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
            "say version 1.1 and sign it as a whole (readerAuthAll)")
    }

    private func checkBounds(_ request: DeviceRequest, _ deviceRequest: String, _ encryptionInfo: String, _ findings: inout Findings) {
        do throws(RequestError) {
            try WalletBounds.check(deviceRequest: deviceRequest, encryptionInfo: encryptionInfo)
            try WalletBounds.check(request.docRequests.map(\.itemsRequest), useCases: request.useCases)
            var bytes = 0
            for (number, signature) in (request.readerAuthAll + request.docRequests.compactMap(\.readerAuth)).enumerated() {
                let certificates = signature.headers.certificateChain.map(\.count)
                // A signature without any is looked at with the readers.
                guard !certificates.isEmpty else { continue }
                try WalletBounds.check(signer: "number \(number)", certificates: certificates)
                bytes += certificates.reduce(0, +)
            }
            try WalletBounds.check(certificateBytes: bytes)
            let length = WalletBounds.dataBytes(deviceRequest: deviceRequest, encryptionInfo: encryptionInfo)
            findings.require(
                length <= WalletBounds.dataBytesOnEveryWay, .bounds, .warning,
                "it has \(length) bytes as the page passes it on; browser extensions, and ways to another device, take \(WalletBounds.dataBytesOnEveryWay)",
                "sign with fewer certificates, or with smaller icons in them")
        } catch {
            findings.add(.bounds, .failed, error.description, "build the request with RequestBuilder, which refuses what is beyond the bounds")
        }
    }

    private func checkUseCases(_ request: DeviceRequest, _ findings: inout Findings) {
        guard !request.useCases.isEmpty else {
            guard request.docRequests.count > 1 else {
                return findings.skip(.useCases, "it asks for one document, of which a use case would say nothing more")
            }
            return findings.add(
                .useCases, .warning,
                "it asks for \(request.docRequests.count) documents and does not say which are needed together, so one may be shared in vain",
                "add deviceRequestInfo with a mandatory use case, whose sets name the documents that are needed together")
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
        let forbidden = request.docRequests.lazy.compactMap(\.itemsRequest.firstForbidden).first
        findings.require(
            forbidden == nil, .serverRetrieval, .failed, "\(forbidden?.description ?? "") would tell the issuer where its document is used",
            "leave it out, also of what may be given in the place of another element")
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
        let kept = request.docRequests.lazy.compactMap { $0.itemsRequest.firstRestrictedKept(by: tables) }.first
        guard let kept else { return findings.pass(.retention) }
        findings.add(
            .retention, .failed, "it would keep \(kept), which is restricted by law",
            "ask for it without the intent to keep it, and so for what it may be given in the place of")
    }

    /// What says how old a person is, where often only whether they are old enough is needed.
    private static let exactAges: Set<ElementIdentifier> = ["age_in_years", "age_birth_year", "birth_date", "birth_date_unicode"]

    // MARK: Readers

    private func checkReaders(_ request: DeviceRequest, _ encryptionInfo: String, _ findings: inout Findings) {
        let all = request.docRequests.map(\.itemsRequest)
        var signatures = request.readerAuthAll.map { (signature: $0, asked: all) }
        for docRequest in request.docRequests {
            if let signature = docRequest.readerAuth { signatures.append((signature: signature, asked: [docRequest.itemsRequest])) }
        }
        guard !signatures.isEmpty else {
            let rules: [RequestLintRule] = [.readerSignature, .readerCertificate, .readerDomain, .readerElements, .readerValidity]
            for rule in rules { findings.skip(rule, "nobody signed the request") }
            return
        }
        checkSignatures(request, encryptionInfo, &findings)
        var certificates = SignerCertificates(origin: origin, time: time)
        for (signature, asked) in signatures { certificates.look(at: signature, asked: asked) }
        checkCertificates(certificates, of: signatures.count, &findings)
    }

    private func checkCertificates(_ certificates: SignerCertificates, of signatures: Int, _ findings: inout Findings) {
        checkProfile(certificates, of: signatures, &findings)
        if let origin {
            findings.require(
                certificates.elsewhere.isEmpty, .readerDomain, .failed,
                certificates.elsewhere.joined(separator: "; ") + "; the page is at \(origin)",
                "sign with a certificate that names the page's domain")
        } else {
            findings.skip(.readerDomain, "the page's origin is not given")
        }
        findings.require(
            certificates.beyond.isEmpty, .readerElements, .failed, certificates.beyond.joined(separator: "; "),
            "ask for what the certificate grants only, alternatives included, or have one issued that grants more")
        findings.require(
            certificates.outOfTime.isEmpty, .readerValidity, .failed,
            certificates.outOfTime.joined(separator: "; ") + "; judged at \(time)", "renew the certificate")
    }

    /// What wallets refuse a certificate for, and what they let pass.
    private func checkProfile(_ certificates: SignerCertificates, of signatures: Int, _ findings: inout Findings) {
        let (uncomputed, faults, deviations) = (certificates.uncomputed, certificates.faults, certificates.deviations)
        if !uncomputed.isEmpty {
            findings.add(
                .readerCertificate, uncomputed.count < signatures ? .warning : .failed, uncomputed.joined(separator: "; "), Self.computedRemedy)
        }
        let remedy = "have the certificate issued anew under the reader profile"
        if !faults.isEmpty { findings.add(.readerCertificate, .failed, faults.joined(separator: "; "), remedy) }
        if !deviations.isEmpty { findings.add(.readerCertificate, .warning, deviations.joined(separator: "; "), remedy) }
        if faults.isEmpty, deviations.isEmpty, uncomputed.isEmpty { findings.pass(.readerCertificate) }
    }

    private func checkSignatures(_ request: DeviceRequest, _ encryptionInfo: String, _ findings: inout Findings) {
        guard let origin else { return findings.skip(.readerSignature, "signatures are bound to the page's origin, which is not given") }
        let transcript = SessionTranscript(.annexC(encryptionInfo: encryptionInfo, origin: origin))
        let result = ReaderAuthenticationVerification.verify(request, transcript: transcript, trust: ReaderTrustList([]), at: time)
        let wrong = result.signatures.count { $0.outcome == .invalid }
        let verified = result.signatures.count(where: \.isVerified)
        let uncomputed = result.signatures.count - verified - wrong
        if wrong > 0 {
            findings.add(
                .readerSignature, .failed, "\(wrong) of \(result.signatures.count) signatures do not hold for \(origin)",
                "sign for the origin of the page that calls navigator.credentials.get, over the very encryptionInfo that is sent")
        }
        if uncomputed > 0 {
            findings.add(
                .readerSignature, verified > 0 ? .warning : .failed,
                "\(uncomputed) of \(result.signatures.count) signatures are of a kind that is not computed here", Self.computedRemedy)
        }
        if wrong == 0, uncomputed == 0 { findings.pass(.readerSignature) }
    }

    /// What helps where a wallet, as this library, cannot compute a signature: it does not believe it, and another one may stand beside it.
    private static let computedRemedy = "add a signature on P-256"

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
