import CBOR
import DocumentTrust
public import IssuingAuthority
public import MobileDocument

extension RegistrarLedger {
    /// Issues a certificate.
    ///
    /// - Parameters:
    ///   - request: the checked signing request.
    ///   - name: name of the certificate within the registrar, 1 to 50 letters, digits and dashes, not in use.
    ///   - identifier: the brand, which must be approved.
    ///   - number: an approved form of the brand; it limits what may be asked.
    ///   - authority: the registrar's authority.
    ///   - time: the first second of validity; the last is 397 days later, less one second.
    ///   - generator: the source of the serial number; cryptographically secure outside of tests.
    public mutating func issue(
        _ request: SigningRequest, name: String, for identifier: String, form number: Int, by authority: ReaderAuthority, at time: Instant,
        using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> IssuedCertificate {
        guard Label.isLabel(name) else {
            throw RegistrarError(
                .certificateName, "\"\(name)\" is not a name for a certificate", mend: "use 1 to \(Label.maximum) letters, digits and dashes, no spaces")
        }
        guard !certificates.contains(where: { $0.name == name }) else {
            throw RegistrarError(.certificateName, "there is a certificate \"\(name)\" already", mend: "choose another name, or renew that one")
        }
        let issued = try make(request, name: name, for: identifier, form: number, by: authority, at: time, using: &generator)
        record(.certificateIssued, name, detail: "\(identifier), serial \(issued.serialNumber)", at: time)
        return issued
    }

    /// Issues the successor of a certificate under its name, for the same brand and form. The old one stays valid until it ends
    /// or is revoked. Nothing is taken over from it: brand, form and domains are looked at as they are now.
    public mutating func renew(
        _ name: String, with request: SigningRequest, by authority: ReaderAuthority, at time: Instant,
        using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> IssuedCertificate {
        guard let last = certificates.last(where: { $0.name == name }) else { throw Self.unknown(name) }
        let issued = try make(request, name: name, for: last.brand, form: last.form, by: authority, at: time, using: &generator)
        record(.certificateRenewed, name, detail: "serial \(issued.serialNumber)", at: time)
        return issued
    }

    /// Withdraws a certificate; the next revocation list says so.
    ///
    /// A key that others may know is nobody's any more: `keyCompromise` withdraws every certificate of that key, whichever brand
    /// has it, and no further one is issued for it. It is accepted also for a certificate that was withdrawn for another reason.
    ///
    /// - Parameter serialNumber: in hexadecimal.
    /// - Returns: the certificates that are withdrawn by it, the named one first.
    @discardableResult
    public mutating func revoke(
        _ serialNumber: String, _ reason: RevocationReason, at time: Instant
    ) throws(RegistrarError) -> [IssuedCertificate] {
        let certificate = try certificate(serialNumber)
        guard certificate.revocationReason == nil || (reason == .keyCompromise && certificate.revocationReason != .keyCompromise) else {
            throw RegistrarError(.certificateRevoked, "the certificate \(serialNumber) is withdrawn already", mend: "nothing is left to do")
        }
        let others = reason == .keyCompromise ? certificates.filter { $0.hasKey(of: certificate) && $0 != certificate } : []
        let withdrawn = [certificate] + others.filter { $0.revocationReason != .keyCompromise }
        for index in certificates.indices where withdrawn.contains(certificates[index]) {
            certificates[index].revoke(reason, at: time)
            record(
                .certificateRevoked, certificates[index].name, detail: "\(reason.rawValue), serial \(certificates[index].serialNumber)", at: time)
        }
        return withdrawn.compactMap { known in certificates.first { $0.serialNumber == known.serialNumber } }
    }

    /// The certificate of a serial number.
    ///
    /// - Parameter serialNumber: in hexadecimal.
    public func certificate(_ serialNumber: String) throws(RegistrarError) -> IssuedCertificate {
        guard let certificate = certificates.first(where: { $0.serialNumber == serialNumber.lowercased() }) else { throw Self.unknown(serialNumber) }
        return certificate
    }

    /// Every certificate that was withdrawn, for a revocation list.
    public var revokedCertificates: [RevokedCertificate] {
        certificates.compactMap { certificate in
            guard let time = certificate.revokedAt, let serial = Hexadecimal.bytes(certificate.serialNumber) else { return nil }
            return RevokedCertificate(serialNumber: serial, time: time, reason: certificate.revocationReason ?? .unspecified)
        }
    }

    /// Signs the next revocation list: every certificate that was withdrawn, also once it has ended.
    ///
    /// - Parameter hours: until the next list is due, 1 to 168.
    /// - Returns: the list in DER.
    public mutating func revocationList(by authority: ReaderAuthority, at time: Instant, hours: Int = 24) throws(RegistrarError) -> [UInt8] {
        guard (1...168).contains(hours) else {
            throw RegistrarError(.issuing, "a list for \(hours) hours", mend: "give 1 to 168 hours")
        }
        let revoked = revokedCertificates
        let list: [UInt8]
        do {
            list = try authority.signRevocationList(
                RevocationListContent(
                    number: lastListNumber + 1, thisUpdate: time, nextUpdate: time.advanced(bySeconds: Int64(hours) * 3_600), revoked: revoked))
        } catch { throw Self.fault(error) }
        lastListNumber += 1
        record(.revocationListIssued, "list \(lastListNumber)", detail: "\(revoked.count) certificates", at: time)
        return list
    }

    private mutating func make(
        _ request: SigningRequest, name: String, for identifier: String, form number: Int, by authority: ReaderAuthority, at time: Instant,
        using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> IssuedCertificate {
        let (brand, form) = try approved(identifier, form: number)
        try checkCount(of: identifier, at: time)
        try checkKey(of: request)
        try checkSubject(of: request, against: brand)
        let domains = try domains(of: brand, host: request.host, at: time)
        let encoded: [UInt8]
        let parsed: ParsedCertificate
        do {
            let registration = try ReaderRegistration(brand: brand.name, purpose: form.purpose, privacyPolicy: form.privacyPolicy)
            encoded = try authority.certify(
                RegisteredReader(
                    name: AuthorityName(country: brand.country, organization: brand.name, commonName: request.host), publicKey: request.publicKey, domains: domains, crlDistributionPoint: crlDistributionPoint,
                    registration: registration, icon: brand.icon, allowedElements: form.elements),
                notBefore: time, days: Self.certificateDays, using: &generator)
            // What is handed out is what a wallet will read.
            parsed = try ParsedCertificate(reader: ByteSlice(encoded))
            _ = try ReaderCertificateDetails(parsed)
        } catch { throw Self.fault(error) }
        let issued = IssuedCertificate(
            name: name, brand: identifier, form: number, serialNumber: Hexadecimal.text(Array(parsed.certificate.serialNumber.bytes)),
            domains: domains, mailbox: request.mailbox, notBefore: parsed.notBefore, notAfter: parsed.notAfter, derEncoded: encoded)
        certificates.append(issued)
        return issued
    }

    /// Withdrawn ones count as long as they would have lasted: each has its place in the ledger and in every list.
    private func checkCount(of identifier: String, at time: Instant) throws(RegistrarError) {
        guard certificates.count(where: { $0.brand == identifier && time <= $0.notAfter }) < Self.maximumCertificates else {
            throw RegistrarError(
                .certificateCount, "the brand has \(Self.maximumCertificates) certificates that have not ended", mend: "use one of them, or wait until one ends")
        }
    }

    /// A key that others may know is certified for nobody.
    private func checkKey(of request: SigningRequest) throws(RegistrarError) {
        guard !certificates.contains(where: { $0.revocationReason == .keyCompromise && $0.hasKey(request.publicKey) }) else {
            throw RegistrarError(
                .requestKeyCompromised, "a certificate of this key was withdrawn because others may know the key", mend: "make a new key")
        }
    }

    private func checkSubject(of request: SigningRequest, against brand: Brand) throws(RegistrarError) {
        guard request.name.organization == brand.name else {
            throw RegistrarError(
                .requestOrganization, "the O \"\(request.name.organization ?? "")\" is not the name that was reviewed, \"\(brand.name)\"",
                mend: "write the brand's name as O, or have another brand reviewed")
        }
        guard request.name.country == brand.country else {
            throw RegistrarError(
                .requestCountry, "the C \"\(request.name.country)\" is not the country that was reviewed, \"\(brand.country)\"",
                mend: "write the brand's country as C, or have another brand reviewed")
        }
    }

    private func approved(_ identifier: String, form number: Int) throws(RegistrarError) -> (Brand, RequestForm) {
        let brand = try brand(identifier)
        guard brand.review == .approved else {
            throw RegistrarError(.brandNotApproved, "the brand \"\(identifier)\" is \(brand.review.word), not approved", mend: "have it approved first")
        }
        let filed = try form(number)
        guard filed.brand == identifier else {
            throw RegistrarError(.formUnknown, "form \(number) is not one of \"\(identifier)\"", mend: "name a form of this brand")
        }
        guard filed.review == .approved else {
            throw RegistrarError(.formNotApproved, "form \(number) is \(filed.review.word), not approved", mend: "have it approved first")
        }
        return (brand, filed.form)
    }

    /// The proven domains of a brand, the host first.
    private func domains(of brand: Brand, host: String, at time: Instant) throws(RegistrarError) -> [String] {
        guard let proof = brand.domains[host] else {
            throw RegistrarError(.requestDomain, "the CN \"\(host)\" is not a domain of the brand", mend: "prove the domain, or use one of the brand's")
        }
        guard proof.provenAt != nil else {
            throw RegistrarError(.domainNotProven, "\"\(host)\" is not proven", mend: "publish the challenge and confirm it")
        }
        guard proof.isProven(at: time) else {
            throw RegistrarError(.domainProofExpired, "the proof of \"\(host)\" does not count at \(time)", mend: "prove the domain again")
        }
        return [host] + brand.domains.filter { $0.key != host && $0.value.isProven(at: time) }.keys.sorted()
    }

    private static func unknown(_ name: String) -> RegistrarError {
        RegistrarError(.certificateUnknown, "there is no certificate \"\(name)\"", mend: "see the list")
    }

    private static func fault(_ error: any Error) -> RegistrarError {
        RegistrarError(.issuing, "the registrar's authority could not sign: \(error)", mend: "check its certificate and its period")
    }
}
