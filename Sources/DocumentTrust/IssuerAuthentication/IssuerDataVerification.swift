package import CBOR
import COSE
import IdentityElements
package import MobileDocument

/// Inspection of issuer data: the first half of verifying a document (ISO/IEC 18013-5, 9.3.1; second edition 12.8.1).
///
/// Checked here: signer path and profile, issuer signature, mobile security object, every digest, validity, country.
/// Left to the caller: device authentication, the comparison with the request, and whether any check failed at all.
package struct IssuerDataVerification {
    /// What the steps found. Meaningful only if the report has no failure.
    package struct Findings: Sendable {
        package let mobileSecurityObject: MobileSecurityObject
        package let signer: SignerDescription?
        private let path: CertificationPath?

        init(_ mobileSecurityObject: MobileSecurityObject, _ signer: DocumentSigner?) {
            self.mobileSecurityObject = mobileSecurityObject
            self.signer = signer?.description
            path = signer?.path
        }

        /// Whether who holds the document showed it, and nothing speaks against it but that a revocation is not known: its own, its signer's or that
        /// of who signed its status list. That it or its signer was revoked does.
        ///
        /// - Parameters:
        ///   - document: its position, by which the report names it.
        ///   - report: holds the checks of it.
        package func isGoodAsFarAsKnown(_ document: Int, in report: VerificationReport, _ context: VerificationContext) -> Bool {
            guard let path, report.hasPassed(.deviceAuthentication, document: document),
                !report.hasFailure(besides: IssuerDataVerification.revocationChecks, document: document)
            else { return false }
            let root = path.anchor.certificate
            if case .revoked = context.revocation(of: path.certificates, under: root) { return false }
            guard let status = mobileSecurityObject.status else { return true }
            var check = DocumentStatusCheck(
                status: status, signed: mobileSecurityObject.validityInfo.signed.instant, root: root, context: context)
            if case .revoked = RevocationFinding.worst(check.findings()) { return false }
            return true
        }

        /// Whether the path of the document's signer leads through an authority with one of these key identifiers, its anchor's own issuer
        /// included: an anchor need not be a root. Certificates that a document carries beside its path say nothing.
        package func isIssued(byOneOf authorities: [ByteSlice]) -> Bool {
            guard let path else { return false }
            let anchor = path.anchor.certificate
            let identifiers = path.certificates.map(\.authorityKeyIdentifier) + [anchor.subjectKeyIdentifier, anchor.authorityKeyIdentifier]
            return identifiers.contains { identifier in
                identifier.map { identifier in authorities.contains { $0.bytes.elementsEqual(identifier) } } ?? false
            }
        }

        /// Where the document's revocation is published, without its place there.
        package var statusSources: [StatusSource] {
            guard let path, let status = mobileSecurityObject.status else { return [] }
            return StatusSource.all(named: status, root: path.anchor.certificate)
        }
    }

    private let issuerSigned: IssuerSigned
    private let docType: DocType
    private let context: VerificationContext
    private let document: Int?

    /// - Parameter document: the document's position in its response; nil for one that stands alone.
    package init(_ issuerSigned: IssuerSigned, docType: DocType, context: VerificationContext, document: Int?) {
        self.issuerSigned = issuerSigned
        self.docType = docType
        self.context = context
        self.document = document
    }

    /// Makes all checks in the order of the standard, and goes on after a failure so that the report names every one.
    ///
    /// - Parameters:
    ///   - deviceSigned: elements the device signed, which must not repeat issuer-signed ones.
    ///   - budget: what the searches of paths for all documents of the response may cost.
    package func run(
        deviceSigned: [ElementReference], within budget: inout PathBudget, into report: inout VerificationReport
    ) -> Findings? {
        checkElementsAreUnique(deviceSigned, &report)
        if context.rules.mockData != nil { return runMock(&report) }
        let signer = resolveSigner(within: &budget, &report)
        checkPath(signer, &report)
        let isSigned = checkSignature(signer, &report)
        guard let mso = readMobileSecurityObject(&report) else {
            skip([.dataMock], Self.objectChecks, Self.elementChecks, Self.statusChecks, because: Self.unreadable, into: &report)
            return nil
        }
        checkMock(mso, &report)
        checkDigests(mso, &report)
        checkDocType(mso, &report)
        checkValidity(mso.validityInfo, signer: signer, &report)
        checkIssuingPlace(signer, &report)
        checkIssuingAuthority(signer, &report)
        checkExpiryDate(&report)
        checkMyNumber(&report)
        checkStatus(mso, signedUnder: isSigned ? signer?.path : nil, &report)
        return Findings(mso, signer)
    }

    // MARK: Checks that cannot be made

    private static let pathChecks: [CheckIdentifier] = [.signerPath, .signerValidity]
    private static let usageChecks: [CheckIdentifier] = [.signerKeyUsage, .signerExtendedKeyUsage]
    private static let anchorChecks: [CheckIdentifier] = [.anchorDocType, .anchorJurisdiction, .signerCountry, .signerProfile, .signerRevocation]
    private static let signatureChecks: [CheckIdentifier] = [.issuerThumbprint, .issuerSignature]
    private static let objectChecks: [CheckIdentifier] = [
        .msoVersion, .msoDigestAlgorithm, .msoDigest, .msoRandom, .msoDocType, .msoDateForm, .msoSigned, .msoOutlivesSigner, .msoValidFrom,
        .msoValidUntil,
    ]
    private static let elementChecks: [CheckIdentifier] = [
        .elementIssuingCountry, .elementIssuingJurisdiction, .elementIssuingAuthority, .elementExpiryDate, .elementMyNumber,
    ]
    private static let statusChecks: [CheckIdentifier] = [.msoStatus, .msoStatusSigner]
    private static let issuerChecks = [CheckIdentifier.signerCertificate] + pathChecks + usageChecks + anchorChecks + signatureChecks
    private static let revocationChecks = [CheckIdentifier.signerRevocation] + statusChecks

    private static let unreadable = "the mobile security object could not be read"
    private static let notReturned = "the element was not returned"

    private func skip(_ checks: [CheckIdentifier]..., because reason: String, into report: inout VerificationReport) {
        for check in checks.joined() { report.record(check, .skipped, document: document, reason) }
    }

    // MARK: Mock data

    /// Nobody has signed mock data, so only its own consistency can be checked. Anything that is signed is refused here.
    private func runMock(_ report: inout VerificationReport) -> Findings? {
        guard isUnsigned else {
            report.record(.dataMock, .failed, document: document, "an issuer has signed this; the profile \"\(context.rules.profile)\" is for mock data alone")
            skip(Self.issuerChecks, [.msoStructure], Self.objectChecks, Self.elementChecks, Self.statusChecks, because: "this is not mock data", into: &report)
            return nil
        }
        report.record(.dataMock, .warning, document: document, "this is mock data; nothing in it is real")
        skip(Self.issuerChecks, Self.elementChecks, Self.statusChecks, because: "mock data has no issuer", into: &report)
        guard let mso = readMobileSecurityObject(&report) else {
            skip(Self.objectChecks, because: Self.unreadable, into: &report)
            return nil
        }
        checkDigests(mso, &report)
        checkDocType(mso, &report)
        checkValidity(mso.validityInfo, signer: nil, &report)
        return Findings(mso, nil)
    }

    private var isUnsigned: Bool {
        issuerSigned.issuerAuth.headers.certificate == nil && issuerSigned.issuerAuth.signature.bytes.allSatisfy { $0 == 0 }
    }

    private func checkDocType(_ mso: MobileSecurityObject, _ report: inout VerificationReport) {
        report.require(mso.docType == docType, .msoDocType, document: document, "the document says \"\(docType)\", its issuer signed \"\(mso.docType)\"")
    }

    // MARK: Structure

    private func checkElementsAreUnique(_ deviceSigned: [ElementReference], _ report: inout VerificationReport) {
        let items = issuerSigned.items
        var repeatedDigest: Int?
        for group in issuerSigned.nameSpaces {
            if let repeated = group.positions.lazy.map({ items[$0].digestID }).firstRepeated { repeatedDigest = repeated }
        }
        if let repeated = repeatedElement(items, deviceSigned) {
            report.record(.documentElements, .failed, document: document, element: repeated, "the element occurs twice")
        } else if let repeatedDigest {
            report.record(
                .documentElements, .failed, document: document, element: items[repeatedDigest].reference,
                "the digest identifier \(items[repeatedDigest].digestID) is used twice")
        } else {
            report.record(.documentElements, .passed, document: document)
        }
    }

    private func repeatedElement(_ items: [IssuerSignedItem], _ deviceSigned: [ElementReference]) -> ElementReference? {
        let count = deviceSigned.count
        // By position, so that no item is copied to look at its name; and no name is looked at where all marks differ.
        let positions = 0..<count + items.count
        if positions.lazy.map({ $0 < count ? deviceSigned[$0].mark : items[$0 - count].reference.mark }).firstRepeated != nil {
            let references = positions.lazy.map { $0 < count ? deviceSigned[$0] : items[$0 - count].reference }
            if let repeated = references.firstRepeated { return references[repeated] }
        }
        let isBeyondASCII =
            deviceSigned.contains(where: Self.isBeyondASCII) || items.indices.contains { items[$0].reference.isBeyondASCII }
            || issuerSigned.nameSpaces.contains { Self.isBeyondASCII($0.nameSpace) }
        return isBeyondASCII ? Self.lookalike(deviceSigned + items.map(\.reference)) : nil
    }

    private static func isBeyondASCII(_ reference: ElementReference) -> Bool { reference.isBeyondASCII || isBeyondASCII(reference.nameSpace) }

    private static func isBeyondASCII(_ nameSpace: NameSpace) -> Bool { nameSpace.rawValue.utf8.contains { $0 >= 0x80 } }

    /// An element whose name or namespace is another one's in other code points, such as é and e with an accent: whoever compares texts by canonical
    /// equivalence, as output for JSON does, would take the two for one.
    private static func lookalike(_ references: [ElementReference]) -> ElementReference? {
        var nameSpaces: [String: NameSpace] = [:]
        var seen: Set<[String]> = []
        return references.first { reference in
            let (nameSpace, identifier) = (reference.nameSpace.rawValue, reference.identifier.rawValue)
            let known = nameSpaces[nameSpace] ?? reference.nameSpace
            nameSpaces[nameSpace] = known
            return known != reference.nameSpace || !seen.insert([nameSpace, identifier]).inserted
        }
    }

    // MARK: Signer

    private func resolveSigner(within budget: inout PathBudget, _ report: inout VerificationReport) -> DocumentSigner? {
        let headers = issuerSigned.issuerAuth.headers
        guard let encoded = headers.certificate else {
            report.record(.signerCertificate, .failed, document: document, "issuerAuth carries no certificate (x5chain)")
            return nil
        }
        if let known = context.trust.cache[encoded], let path = known.path, isPreferred(path) {
            report.record(.signerCertificate, .passed, document: document)
            return known
        }
        let certificate: ParsedCertificate
        do {
            certificate = try ParsedCertificate(encoded)
        } catch {
            report.record(.signerCertificate, .failed, document: document, error.description)
            return rejectedSigner(encoded)
        }
        if let unknown = certificate.unknownCriticalExtensions.first {
            report.record(.signerCertificate, .failed, document: document, "the critical extension \(unknown) is not understood")
        } else {
            report.record(.signerCertificate, .passed, document: document)
        }
        // An unreadable intermediate is no link; whether a path exists without it is for the search to say.
        let intermediates = headers.furtherCertificates.compactMap { try? ParsedCertificate($0) }
        do {
            let path = try CertificationPath.search(
                for: certificate, intermediates: intermediates, anchors: context.trust.index, purpose: .documentSigner, within: &budget,
                isPreferred: isPreferred)
            let signer = DocumentSigner(path)
            if certificate.unknownCriticalExtensions.isEmpty { context.trust.cache.store(signer, for: encoded) }
            return signer
        } catch {
            return DocumentSigner(certificate, without: error)
        }
    }

    private func isPreferred(_ path: CertificationPath) -> Bool {
        path.isValid(at: context.time, tolerance: context.tolerance) && path.anchor.scope.contains(docType)
            && path.anchor.coversPlace(of: path.certificates[0])
    }

    /// A signer whose certificate breaks a rule of form still has dates and a key, so that the report can say more than
    /// "unreadable"; it never gets a path.
    private func rejectedSigner(_ encoded: ByteSlice) -> DocumentSigner? {
        guard let certificate = ParsedCertificate(ignoringExtensionsOf: encoded) else { return nil }
        return DocumentSigner(rejected: certificate)
    }

    private func checkPath(_ signer: DocumentSigner?, _ report: inout VerificationReport) {
        guard let signer else {
            return skip(Self.pathChecks, Self.usageChecks, Self.anchorChecks, because: "there is no usable signer certificate", into: &report)
        }
        let certificate = signer.certificate
        if certificate.wasRejected {
            report.record(.signerPath, .skipped, document: document, "the signer's certificate was rejected")
            checkCertificateValidity(signer, &report)
            return skip(Self.usageChecks, Self.anchorChecks, because: "the signer's certificate was rejected", into: &report)
        }
        report.require(signer.path != nil, .signerPath, document: document, signer.pathFailure?.description ?? "no path to a trusted root")
        checkCertificateValidity(signer, &report)
        checkKeyUsage(signer, &report)
        checkExtendedKeyUsage(certificate, &report)
        checkAnchor(signer, &report)
    }

    private func checkCertificateValidity(_ signer: DocumentSigner, _ report: inout VerificationReport) {
        if let path = signer.path, path.isValid(at: context.time, tolerance: context.tolerance) {
            report.record(.signerValidity, .passed, document: document)
            return
        }
        let chain = (signer.path?.certificates ?? [signer.certificate]) + (signer.path.map { [$0.anchor.certificate] } ?? [])
        for certificate in chain where !context.isWithin(certificate.notBefore, certificate.notAfter) {
            let state = context.time < certificate.notBefore ? "is valid only from \(certificate.notBefore)" : "expired on \(certificate.notAfter)"
            report.record(.signerValidity, .failed, document: document, "the certificate \"\(certificate.subject)\" \(state); judged at \(context.time)")
            return
        }
        if let anchor = signer.path?.anchor, !anchor.isListed(at: context.time.advanced(bySeconds: -context.tolerance)) {
            report.record(.signerValidity, .failed, document: document, "\(anchor.listEnding ?? ""); judged at \(context.time)")
            return
        }
        report.record(.signerValidity, .passed, document: document)
    }

    private func checkKeyUsage(_ signer: DocumentSigner, _ report: inout VerificationReport) {
        if case .isCertificateAuthority = signer.certificate.basicConstraints, !signer.isSelfSigned {
            report.record(.signerKeyUsage, .failed, document: document, "the signer is itself a certification authority")
        } else if let usage = signer.certificate.keyUsage {
            report.require(usage.digitalSignature, .signerKeyUsage, document: document, "the signer's key usage does not include digital signatures")
        } else if signer.isSelfSigned {
            report.record(.signerKeyUsage, .skipped, document: document, "the certificate is self-signed and names no key usage; no authority limited it")
        } else {
            report.record(.signerKeyUsage, .failed, document: document, "the signer's certificate names no key usage")
        }
    }

    private func checkExtendedKeyUsage(_ certificate: ParsedCertificate, _ report: inout VerificationReport) {
        guard let usages = certificate.extendedKeyUsage else {
            report.record(.signerExtendedKeyUsage, .failed, document: document, "the signer's certificate has no extended key usage; expected \(CertificatePurpose.documentSigner.name)")
            return
        }
        report.require(
            CertificatePurpose.isForDocuments(of: docType, usages), .signerExtendedKeyUsage, document: document,
            "the signer's certificate is for \(usages.joined(separator: ", ")), not for \(CertificatePurpose.documentSigner.name)")
    }

    private func checkAnchor(_ signer: DocumentSigner, _ report: inout VerificationReport) {
        guard let path = signer.path else { return skip(Self.anchorChecks, because: "there is no path to a trusted root", into: &report) }
        report.require(
            path.anchor.scope.contains(docType), .anchorDocType, document: document,
            "the root \"\(path.anchor.certificate.subject)\" (\(path.anchor.provenance)) may not vouch for \"\(docType)\"")
        report.require(
            path.anchor.coversPlace(of: signer.certificate), .anchorJurisdiction, document: document,
            "the root \"\(path.anchor.certificate.subject)\" (\(path.anchor.provenance)) may not vouch for \"\(signer.certificate.subject)\"")
        report.require(
            placesAgree(path), .signerCountry, severity: context.rules.countryInCertificates,
            document: document, countryFault(signer.certificate, path.anchor.certificate))
        if signer.findings.isEmpty {
            report.record(.signerProfile, .passed, document: document)
        } else {
            for finding in signer.findings { report.record(.signerProfile, .warning, document: document, finding) }
        }
        checkRevocation(path, &report)
    }

    /// Three outcomes: on the list, not on a current list, or unknown, whose price the rules say.
    private func checkRevocation(_ path: CertificationPath, _ report: inout VerificationReport) {
        record(context.revocation(of: path.certificates, under: path.anchor.certificate), .signerRevocation, &report)
    }

    private func record(_ finding: RevocationFinding, _ check: CheckIdentifier, _ report: inout VerificationReport) {
        switch finding {
        case .good: report.record(check, .passed, document: document)
        case .revoked(let reason): report.record(check, .failed, document: document, reason)
        case .unknown(let reason): report.record(check, context.rules.revocation.unknownOutcome, document: document, reason)
        }
    }

    private func placesAgree(_ path: CertificationPath) -> Bool {
        let (signer, anchor) = (path.certificates[0], path.anchor.certificate)
        guard let country = signer.country, country == anchor.country,
            path.certificates.dropFirst().allSatisfy({ $0.country == nil || $0.country == country })
        else { return false }
        return anchor.stateOrProvince == nil || anchor.stateOrProvince == signer.stateOrProvince
    }

    private func countryFault(_ signer: ParsedCertificate, _ anchor: ParsedCertificate) -> String {
        guard let signerCountry = signer.country else { return "the signer's certificate names no country" }
        guard let anchorCountry = anchor.country else { return "the root names no country" }
        if signerCountry != anchorCountry { return "the signer is of \(signerCountry), the root of \(anchorCountry)" }
        // A signer may name a state where its root names none.
        guard let anchorState = anchor.stateOrProvince, anchorState != signer.stateOrProvince else {
            return "an intermediate authority is of another country"
        }
        return "the root is of \(anchorState), the signer of \(signer.stateOrProvince ?? "no state")"
    }

    // MARK: Signature

    private func checkSignature(_ signer: DocumentSigner?, _ report: inout VerificationReport) -> Bool {
        guard let signer else {
            skip(Self.signatureChecks, because: "there is no usable signer certificate", into: &report)
            return false
        }
        checkThumbprint(signer, &report)
        do {
            try issuerSigned.issuerAuth.verify(with: signer.certificate.key)
            report.record(.issuerSignature, .passed, document: document)
            return true
        } catch {
            report.record(.issuerSignature, .failed, document: document, error.description)
            return false
        }
    }

    private func checkThumbprint(_ signer: DocumentSigner, _ report: inout VerificationReport) {
        let headers = issuerSigned.issuerAuth.headers
        guard let thumbprint = headers.thumbprint else {
            report.record(.issuerThumbprint, .skipped, document: document, "issuerAuth carries no thumbprint (x5t)")
            return
        }
        guard let agrees = headers.thumbprintAgrees(with: signer.certificate) else {
            report.record(.issuerThumbprint, .skipped, document: document, "x5t uses the hash \(thumbprint.hashAlgorithm), which is not SHA-256")
            return
        }
        report.require(agrees, .issuerThumbprint, document: document, "x5t is not the SHA-256 of the signer's certificate")
    }

    // MARK: Mobile security object

    private func readMobileSecurityObject(_ report: inout VerificationReport) -> MobileSecurityObject? {
        guard let payload = issuerSigned.issuerAuth.payload else {
            report.record(.msoStructure, .failed, document: document, "issuerAuth carries no payload")
            return nil
        }
        do {
            let mso = try MobileSecurityObject(issuerAuthPayload: payload)
            report.record(.msoStructure, .passed, document: document)
            report.require(StructureVersion.major(mso.version) == 1, .msoVersion, document: document, "the version is not 1.x")
            report.require(
                mso.digestAlgorithm != nil, .msoDigestAlgorithm, document: document, "the digest algorithm is none of SHA-256, SHA-384, SHA-512")
            return mso
        } catch {
            report.record(.msoStructure, .failed, document: document, error.description)
            return nil
        }
    }

    private func checkMock(_ mso: MobileSecurityObject, _ report: inout VerificationReport) {
        report.require(
            mso.valueDigests[.developerTest] == nil && !isUnsigned, .dataMock, document: document,
            "this is mock data of a simulator or developer profile, not a real document")
    }

    private func checkDigests(_ mso: MobileSecurityObject, _ report: inout VerificationReport) {
        guard let algorithm = mso.digestAlgorithm else { return skip([.msoDigest, .msoRandom], because: "the digest algorithm is not known", into: &report) }
        let items = issuerSigned.items
        guard !items.isEmpty else { return skip([.msoDigest, .msoRandom], because: "no element was returned", into: &report) }
        var shortest = Int.max
        for group in issuerSigned.nameSpaces {
            let digests = mso.valueDigests[group.nameSpace]
            for index in group.positions {
                shortest = min(shortest, items[index].randomBytes)
                guard let digest = digests?[items[index].digestID] else {
                    report.record(.msoDigest, .failed, document: document, element: items[index].reference, "digest missing: the issuer signed none with identifier \(items[index].digestID) in this namespace")
                    continue
                }
                report.require(
                    algorithm.matches(digest.bytes, of: items[index].encoded.encoded.bytes), .msoDigest, document: document,
                    element: items[index].reference, "digest mismatch: the element is not the one the issuer signed")
            }
        }
        report.require(shortest >= 16, .msoRandom, severity: .warn, document: document, "an element is salted with \(shortest) bytes, at least 16 are asked for")
    }

    // MARK: Validity

    private func checkValidity(_ validity: ValidityInfo, signer: DocumentSigner?, _ report: inout VerificationReport) {
        checkDateForm(validity, &report)
        if let signer {
            let period = (signer.certificate.notBefore, signer.certificate.notAfter)
            let signed = validity.signed.instant
            report.require(
                signed >= period.0 && signed <= period.1, .msoSigned, document: document,
                "signed on \(signed), outside the signer's validity from \(period.0) to \(period.1)")
            if signed > context.time.advanced(bySeconds: context.tolerance) || signed > validity.validFrom.instant {
                report.record(.msoSigned, .warning, document: document, "signed on \(signed), later than now or than its own validity begins")
            }
            report.require(
                validity.validUntil.instant <= period.1, .msoOutlivesSigner, severity: .warn, document: document,
                "valid until \(validity.validUntil.instant), the signer only until \(period.1)")
        } else {
            skip([.msoSigned, .msoOutlivesSigner], because: "there is no usable signer certificate", into: &report)
        }
        let (from, until) = (validity.validFrom.instant, validity.validUntil.instant)
        report.require(
            context.time.advanced(bySeconds: context.tolerance) >= from, .msoValidFrom, document: document,
            "valid only from \(from); judged at \(context.time)")
        report.require(
            context.time.advanced(bySeconds: -context.tolerance) <= until, .msoValidUntil, document: document,
            "expired on \(until); judged at \(context.time)")
    }

    private func checkDateForm(_ validity: ValidityInfo, _ report: inout VerificationReport) {
        let deviations = validity.deviations
        guard !deviations.isEmpty else {
            report.record(.msoDateForm, .passed, document: document)
            return
        }
        for deviation in deviations {
            let severity = deviation == .untagged ? context.rules.taggedDates : .warn
            report.record(.msoDateForm, severity.outcome, document: document, "the dates are written as \(deviation.rawValue)")
        }
    }

    // MARK: Elements with a rule of their own

    private static let expiryDates: [ElementReference] = [
        ElementReference(.mobileDrivingLicence, "expiry_date"), ElementReference("org.iso.23220.1", "expiry_date"),
        ElementReference("eu.europa.ec.eudi.pid.1", "expiry_date"),
    ]
    private static let myNumber = ElementReference("org.iso.23220.1.jp", "individual_number_unicode")

    private func value(of reference: ElementReference) -> CBORItem? {
        issuerSigned.items.position(of: reference).map { issuerSigned.items.elementValue(at: $0) }
    }

    /// Names are spelt in many ways, so one that agrees with no certificate is only pointed out.
    private func checkIssuingAuthority(_ signer: DocumentSigner?, _ report: inout VerificationReport) {
        var isReturned = false
        for reference in IssuerIdentification.authorityElements {
            guard let item = value(of: reference) else { continue }
            isReturned = true
            guard let description = signer?.description else {
                report.record(.elementIssuingAuthority, .skipped, document: document, element: reference, "there is no path to a trusted root")
                continue
            }
            let text: String? = if case .text(let text)? = try? item.value() { text } else { nil }
            guard let agrees = IssuerIdentification.agrees(authority: text, with: description) else {
                report.record(
                    .elementIssuingAuthority, .skipped, document: document, element: reference, "neither the signer nor the root names an organization")
                continue
            }
            var names: String { (description.organizations + description.authorityOrganizations).map { "\"\($0)\"" }.joined(separator: ", ") }
            report.require(
                agrees, .elementIssuingAuthority, severity: .warn, document: document, element: reference,
                "the element is no name of the signer or of the root (\(names))")
        }
        if !isReturned { report.record(.elementIssuingAuthority, .skipped, document: document, "no element that names the authority was returned") }
    }

    private func checkIssuingPlace(_ signer: DocumentSigner?, _ report: inout VerificationReport) {
        check(IssuerIdentification.countryElements, .elementIssuingCountry, is: signer?.certificate.country, signer, &report)
        guard let state = signer?.certificate.stateOrProvince else {
            report.record(
                .elementIssuingJurisdiction, .skipped, document: document,
                signer == nil ? "there is no usable signer certificate" : "the signer's certificate names no state")
            return
        }
        check(IssuerIdentification.jurisdictionElements, .elementIssuingJurisdiction, is: state, signer, &report)
    }

    private func check(
        _ references: [ElementReference], _ check: CheckIdentifier, is expected: String?, _ signer: DocumentSigner?,
        _ report: inout VerificationReport
    ) {
        var isReturned = false
        for reference in references {
            guard let item = value(of: reference) else { continue }
            isReturned = true
            // What an untrusted certificate says of its country proves nothing either way.
            guard signer?.path != nil else {
                report.record(check, .skipped, document: document, element: reference, "there is no path to a trusted root")
                continue
            }
            let text = try? item.value()
            // The rule is that of driving licences; elsewhere a state has its name in one place and its code in the other.
            let severity = reference.nameSpace == .mobileDrivingLicence ? context.rules.issuingCountryElement : .warn
            report.require(
                expected.map { text == .text($0) } ?? false, check, severity: severity, document: document, element: reference,
                "the element is not what the signer's certificate names (\(expected ?? "nothing"))")
        }
        if !isReturned { report.record(check, .skipped, document: document, Self.notReturned) }
    }

    private func checkExpiryDate(_ report: inout VerificationReport) {
        var isReturned = false
        for reference in Self.expiryDates {
            guard let item = value(of: reference) else { continue }
            isReturned = true
            let value = try? item.value()
            // Deployed issuers leave the tag out. The date counts all the same.
            let (text, isTagged): (String?, Bool) =
                switch value {
                case .tagged(_, .text(let text))?: (text, true)
                case .text(let text)?: (text, false)
                default: (nil, false)
                }
            // A bare date lasts to the end of its day in UTC.
            guard let last = text.flatMap({ text in CalendarDate(text).map { $0.startOfDay.advanced(byDays: 1) } ?? Instant(text) }) else {
                report.record(.elementExpiryDate, .skipped, document: document, element: reference, "the element holds no date")
                continue
            }
            report.require(
                context.time <= last, .elementExpiryDate, severity: .warn, document: document, element: reference,
                "the document itself has expired; decide whether that matters"
                    + (isTagged ? "" : "; the date is plain text and belongs under tag 1004, or under tag 0 with a time"))
        }
        if !isReturned { report.record(.elementExpiryDate, .skipped, document: document, Self.notReturned) }
    }

    /// A number that does not check is nobody's, whoever signed it. Other documents' numbers have no such digit.
    private func checkMyNumber(_ report: inout VerificationReport) {
        guard let item = value(of: Self.myNumber) else { return report.record(.elementMyNumber, .skipped, document: document, Self.notReturned) }
        let text: String? = if case .text(let text)? = try? item.value() { text } else { nil }
        report.require(
            text.flatMap(MyNumber.init) != nil, .elementMyNumber, document: document, element: Self.myNumber,
            "the element is not 12 digits of which the last checks the others")
    }

    private func checkStatus(_ mso: MobileSecurityObject, signedUnder path: CertificationPath?, _ report: inout VerificationReport) {
        guard let status = mso.status, status.statusList != nil || status.identifierList != nil else {
            if mso.statusIsNull {
                report.record(.msoStatus, .warning, document: document, "status is null instead of absent")
            } else if mso.status != nil {
                record(.unknown("the document names its revocation in a way that is not understood"), .msoStatus, &report)
            } else {
                report.record(.msoStatus, .skipped, document: document, "the document names no status list")
            }
            return skipStatusSigner(&report)
        }
        // What a stranger signed names a list of his own choice.
        guard let path else {
            report.record(.msoStatus, .skipped, document: document, "no trusted signer signed the reference to the status list")
            return skipStatusSigner(&report)
        }
        var check = DocumentStatusCheck(
            status: status, signed: mso.validityInfo.signed.instant, root: path.anchor.certificate, context: context)
        record(.worst(check.findings()), .msoStatus, &report)
        if let signer = check.signerFinding { recordStatusSigner(signer, &report) } else if check.unlistedSigner == nil { skipStatusSigner(&report) }
        // Refused for it, no document that names a certificate for its status would ever pass.
        if let reason = check.unlistedSigner { report.record(.msoStatusSigner, .unknown, document: document, reason) }
        for warning in check.warnings { report.record(.msoStatus, .warning, document: document, warning) }
    }

    private func skipStatusSigner(_ report: inout VerificationReport) {
        report.record(.msoStatusSigner, .skipped, document: document, "no status token was looked into")
    }

    /// A revoked signer's token is not believed, which leaves the document's own revocation unknown: that is priced there.
    private func recordStatusSigner(_ finding: RevocationFinding, _ report: inout VerificationReport) {
        if case .revoked(let reason) = finding {
            report.record(.msoStatusSigner, .warning, document: document, "a status token is not believed: \(reason)")
        } else {
            record(finding, .msoStatusSigner, &report)
        }
    }
}
