import CBOR
public import Crypto
public import DocumentTrust
public import MobileDocument

/// Verifies answers. The result is either a `VerifiedResponse` with elements, or a `Refusal` without; both carry every check.
///
/// A verifier is made of trust and rules once and used for many answers, from any thread. It reads no clock, fetches
/// nothing and never suspends. There are no switches to leave a check out: looser rules are named profiles, shown in
/// the report and refused in production.
public struct Verifier: Sendable {
    private let trust: IssuerTrustList
    private let rules: VerificationRules
    private let mode: VerificationMode
    private let tolerance: Int64

    /// A verifier for production, under the rules of ISO/IEC 18013-5.
    ///
    /// It verifies answers to sessions of its own: there is a request to compare with, and over the Digital Credentials API and in an app an
    /// expiry. Exchanges recorded elsewhere are for development mode.
    ///
    /// - Parameter trust: the issuing authorities to accept; an empty list accepts nothing.
    public init(trust: IssuerTrustList) {
        self.trust = trust
        rules = ISOProfile().rules
        mode = .production
        tolerance = Self.standardTolerance
    }

    /// A verifier under a named profile.
    ///
    /// - Parameters:
    ///   - trust: the issuing authorities to accept.
    ///   - profile: the rules.
    ///   - mode: production accepts only profiles made for it.
    ///   - clockTolerance: seconds by which clocks may differ, from 0 to 300.
    public init(
        trust: IssuerTrustList, profile: any VerificationProfile, mode: VerificationMode, clockTolerance: Int = 60
    ) throws(ProfileRefused) {
        try profile.rules.check(mode: mode)
        self.trust = trust
        rules = profile.rules
        self.mode = mode
        tolerance = Int64(min(max(clockTolerance, 0), 300))
    }

    /// The same rules under another trust: a server that runs on takes the newest snapshot for each answer it verifies.
    public func trusting(_ trust: IssuerTrustList) -> Verifier { Verifier(trust: trust, rules: rules, mode: mode, tolerance: tolerance) }

    private init(trust: IssuerTrustList, rules: VerificationRules, mode: VerificationMode, tolerance: Int64) {
        self.trust = trust
        self.rules = rules
        self.mode = mode
        self.tolerance = tolerance
    }

    private static let standardTolerance: Int64 = 60

    /// What the absence of something only a replayed exchange lacks counts as.
    private var absence: CheckOutcome { mode == .production ? .failed : .skipped }

    // MARK: Entry points

    /// Verifies the answer to a session over the Digital Credentials API (ISO/IEC TS 18013-7, Annex C).
    ///
    /// - Parameters:
    ///   - response: what the page posted.
    ///   - session: the claimed session; it is used up whatever the outcome.
    ///   - time: the moment to judge by.
    public func verify(_ response: CredentialResponse, for session: consuming ClaimedSession, at time: Instant) -> Verdict {
        var report = VerificationReport(profile: rules.profile)
        let session = session.session
        let transcript = session.transcript
        guard let sealed = decode(response, session, time, &report) else { return refuse(report) }
        report.record(.sessionTranscript, .passed)
        guard
            let plaintext = ResponseEncryption.open(
                sealed.cipherText.bytes, encapsulatedKey: sealed.encapsulatedKey.bytes, with: session.recipient, transcript: transcript)
        else {
            report.record(
                .responseDecryption, .failed,
                "the answer does not open with this session's key for \(session.origin); a wrong origin, another session's answer and a changed byte all look like this")
            return refuse(report)
        }
        report.record(.responseDecryption, .passed)
        guard session.hasReadableRequest else {
            report.record(.responseEncoding, .failed, "the session's own deviceRequest cannot be read")
            return refuse(report)
        }
        return verify(plaintext[...], proof: DeviceProof(transcript: transcript, readerKey: nil), request: session.request, at: time, &report)
    }

    /// Verifies the answer of Apple's in-app path.
    ///
    /// - Parameters:
    ///   - envelope: `encryptedData` as the app sent it.
    ///   - session: what the server knows about the transaction; used up whatever the outcome.
    ///   - time: the moment to judge by.
    public func verify(envelope: [UInt8], for session: consuming InAppSession, at time: Instant) -> Verdict {
        var report = VerificationReport(profile: rules.profile)
        guard isInTime(session.expiresAt, time, &report) else { return refuse(report) }
        do {
            let opened = try session.open(envelope)
            report.record(.responseEncoding, .passed)
            report.record(.sessionTranscript, .passed)
            report.record(.responseDecryption, .passed)
            let response = try InAppEnvelope.deviceResponse(inPlaintext: opened.plaintext)
            return verify(
                response.bytes, proof: DeviceProof(transcript: opened.transcript, readerKey: nil), request: opened.request, at: time, &report)
        } catch let error as InAppEnvelopeFault {
            if error.check != .responseEncoding { report.record(.responseEncoding, .passed) }
            report.record(error.check, .failed, error.description)
            return refuse(report)
        } catch {
            report.record(.responseStructure, .failed, String(describing: error))
            return refuse(report)
        }
    }

    /// Verifies a plaintext response whose transcript is at hand, as in proximity sessions and recorded exchanges.
    ///
    /// - Parameters:
    ///   - deviceResponse: the encoded response.
    ///   - transcript: the transcript of the session; nil where it is not at hand, and then the verdict is a refusal that
    ///     still reports everything else.
    ///   - readerKey: the reader's ephemeral key of a proximity session, to check a MAC.
    ///   - request: what was asked, to compare with.
    ///   - time: the moment to judge by.
    public func verify(
        deviceResponse: [UInt8], transcript: SessionTranscript?, readerKey: P256.KeyAgreement.PrivateKey? = nil,
        request: DeviceRequest? = nil, at time: Instant
    ) -> Verdict {
        var report = VerificationReport(profile: rules.profile)
        for check in [CheckIdentifier.responseEncoding, .sessionExpiry, .responseDecryption] {
            report.record(check, .skipped, "the response was handed in opened, without a session")
        }
        if let isRecorded = transcript?.isRecorded {
            report.require(
                !isRecorded || mode == .development, .sessionTranscript,
                "the transcript was recorded elsewhere; production verifies answers to sessions of its own only")
        } else {
            report.record(.sessionTranscript, .skipped, "there is no session transcript")
        }
        return verify(
            deviceResponse[...], proof: DeviceProof(transcript: transcript, readerKey: readerKey), request: request, at: time, &report)
    }

    // MARK: The walk

    private func isInTime(_ expiresAt: Instant?, _ time: Instant, _ report: inout VerificationReport) -> Bool {
        guard let expiresAt else {
            report.record(.sessionExpiry, absence, "the session has no expiry")
            return mode == .development
        }
        report.require(time <= expiresAt, .sessionExpiry, "the session expired on \(expiresAt); judged at \(time)")
        return time <= expiresAt
    }

    private func decode(
        _ response: CredentialResponse, _ session: PendingSession, _ time: Instant, _ report: inout VerificationReport
    ) -> EncryptedResponse? {
        guard isInTime(session.expiresAt, time, &report) else { return nil }
        if let name = response.protocolName, name != EncryptionInfo.protocolName {
            report.record(.responseEncoding, .failed, "the protocol is not \"\(EncryptionInfo.protocolName)\"")
            return nil
        }
        guard let bytes = response.sealed else {
            report.record(.responseEncoding, .failed, response.fault)
            return nil
        }
        do {
            let sealed = try EncryptedResponse(bytes)
            report.record(.responseEncoding, .passed)
            return sealed
        } catch {
            report.record(.responseEncoding, .failed, error.description)
            return nil
        }
    }

    private func verify(
        _ plaintext: ArraySlice<UInt8>, proof: DeviceProof, request: DeviceRequest?, at time: Instant, _ report: inout VerificationReport
    ) -> Verdict {
        let response: DeviceResponse
        do {
            response = try DeviceResponse(plaintext)
            report.record(.responseStructure, .passed)
        } catch {
            report.record(.responseStructure, .failed, error.description)
            return refuse(report)
        }
        checkEnvelope(response, &report)

        let context = VerificationContext(trust: trust, rules: rules, time: time, tolerance: tolerance)
        var budget = PathBudget(chains: response.documents.count)
        var findings: [IssuerDataVerification.Findings?] = []
        for (index, document) in response.documents.enumerated() {
            let issuerData = IssuerDataVerification(document.issuerSigned, docType: document.docType, context: context, document: index)
            let found = issuerData.run(deviceSigned: document.deviceSigned.elements.map(\.reference), within: &budget, into: &report)
            if let found {
                proof.check(document, found.mobileSecurityObject, index: index, allowingNone: rules.mockData == .simulator, into: &report)
            } else {
                for check in [CheckIdentifier.deviceAuthorization, .deviceAuthentication] {
                    report.record(check, .skipped, document: index, "there is no device key without a mobile security object")
                }
            }
            findings.append(found)
        }
        let matching = request.map(RequestMatching.init)
        let outcome = compare(response, findings, matching, &report)
        return conclude(response, findings, outcome, report, context)
    }

    private func checkEnvelope(_ response: DeviceResponse, _ report: inout VerificationReport) {
        report.require(StructureVersion.major(response.version) == 1, .responseVersion, "the response's version is not 1.x")
        report.require(response.status == .ok, .responseStatus, "the wallet reports status \(response.status)")
        report.require(
            response.documentErrors.isEmpty, .responseDocumentErrors, severity: .warn,
            "the wallet did not return: " + response.documentErrors.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) (code \($0.value))" }.joined(separator: ", "))
        report.require(
            response.zeroKnowledgeDocuments == 0 && response.encryptedDocuments == 0, .responseExtensions,
            "the response carries zero-knowledge or separately encrypted documents, which were not asked for")
        report.require(!response.documents.isEmpty, .responseDocuments, "the response holds no document, so nothing is proved")
        for (index, document) in response.documents.enumerated() where document.issuerSigned.items.isEmpty {
            report.record(.responseDocuments, .failed, document: index, "the document shows no issuer-signed element, so nothing is proved")
        }
    }

    private func compare(
        _ response: DeviceResponse, _ findings: [IssuerDataVerification.Findings?], _ matching: RequestMatching?,
        _ report: inout VerificationReport
    ) -> RequestMatching.Outcome {
        guard let matching else {
            report.record(.requestDocType, absence, "the request is not at hand, so nothing unrequested can be dropped")
            for check in [CheckIdentifier.requestUnrequested, .requestMissing, .requestDocuments] {
                report.record(check, .skipped, "the request is not at hand")
            }
            return RequestMatching.Outcome()
        }
        return matching.compare(response.documents, findings, into: &report)
    }

    /// The one place where a verdict is made: no check failed, and every document's device proof passed.
    private func conclude(
        _ response: DeviceResponse, _ findings: [IssuerDataVerification.Findings?], _ outcome: RequestMatching.Outcome,
        _ report: VerificationReport, _ context: VerificationContext
    ) -> Verdict {
        let comparison = outcome.comparison
        if rules.mockData != nil { return concludeMock(response, outcome, report) }
        let proofs = report.count(of: .deviceAuthentication)
        guard report.hasNoFailure, !response.documents.isEmpty, proofs == (response.documents.count, response.documents.count) else {
            return refuse(report, comparison, Self.publishedRevocation(findings, report, context))
        }

        var documents: [VerifiedDocument] = []
        var standings = ElementStandings(outcome.standings)
        for (index, document) in response.documents.enumerated() {
            guard let found = findings[index], let signer = found.signer else { return refuse(report, comparison) }
            let (issuerSigned, deviceSigned) = Self.handedOn(document, &standings)
            // A document of which nothing was asked is dropped whole; what its device says of itself alone is no evidence.
            guard !issuerSigned.isEmpty else { continue }
            documents.append(
                VerifiedDocument(
                    position: index, docType: document.docType, signer: signer, validity: found.mobileSecurityObject.validityInfo,
                    issuerSigned: issuerSigned, deviceSigned: deviceSigned, statusSources: found.statusSources))
        }
        guard !documents.isEmpty else { return refuse(report, comparison) }
        return .verified(VerifiedResponse(documents: documents, report: report, comparison: comparison))
    }

    /// Where the revocation of the documents is published of which nothing but a revocation is in doubt.
    private static func publishedRevocation(
        _ findings: [IssuerDataVerification.Findings?], _ report: VerificationReport, _ context: VerificationContext
    ) -> [PublishedRevocation] {
        findings.enumerated().compactMap { index, found -> PublishedRevocation? in
            guard let found, let signer = found.signer, found.isGoodAsFarAsKnown(index, in: report, context) else { return nil }
            return PublishedRevocation(signer: signer, statusSources: found.statusSources)
        }
    }

    /// Mock data that keeps its rules is shown as that, in types of its own: never as verified.
    private func concludeMock(_ response: DeviceResponse, _ outcome: RequestMatching.Outcome, _ report: VerificationReport) -> Verdict {
        // Where a device signs, its proof counts; without the exchange at hand there is none.
        let proofs = rules.mockData == .simulator ? 0 : response.documents.count
        guard report.hasNoFailure, !response.documents.isEmpty, report.count(of: .deviceAuthentication).passed >= proofs else {
            return refuse(report, outcome.comparison)
        }
        var standings = ElementStandings(outcome.standings)
        let documents = response.documents.map { document in
            // What its device says of itself is shown by no mock document.
            let elements = Self.handedOn(document, &standings).issuerSigned
            return MockDocument(docType: document.docType, elements: elements.map { MockElement($0.reference, $0.item) })
        }
        return .mock(MockResponse(documents: documents, report: report, comparison: outcome.comparison))
    }

    /// The elements of a document that may be handed on.
    ///
    /// - Parameter standings: what becomes of the elements of this document and those behind it; those of this one are taken, so that each
    ///   document is asked for once and in order.
    private static func handedOn(
        _ document: Document, _ standings: inout ElementStandings
    ) -> (issuerSigned: [VerifiedElement], deviceSigned: [VerifiedElement]) {
        let issuerSigned = issuerSigned(document, &standings)
        return (issuerSigned, deviceSigned(document, &standings))
    }

    private static func issuerSigned(_ document: Document, _ standings: inout ElementStandings) -> [VerifiedElement] {
        var elements: [VerifiedElement] = []
        let items = document.issuerSigned.items
        elements.reserveCapacity(items.count)
        for index in items.indices {
            guard let element = standings.next().verified(items[index].reference, items.elementValue(at: index)) else { continue }
            elements.append(element)
        }
        return elements
    }

    private static func deviceSigned(_ document: Document, _ standings: inout ElementStandings) -> [VerifiedElement] {
        document.deviceSigned.elements.compactMap { element in
            standings.next().verified(element.reference, element.value)
        }
    }

    private func refuse(
        _ report: VerificationReport, _ comparison: RequestComparison = RequestComparison(), _ published: [PublishedRevocation] = []
    ) -> Verdict {
        .refused(Refusal(report: report, comparison: comparison, publishedRevocation: published))
    }
}
