public import IdentityElements
public import IssuingAuthority
public import MobileDocument

extension RegistrarLedger {
    /// Issues a certificate.
    ///
    /// - Parameters:
    ///   - request: the checked signing request.
    ///   - name: name of the certificate within the brand, 1 to 50 letters, digits and dashes, not in use.
    ///   - identifier: the brand, which must be approved.
    ///   - number: an approved form of the brand; it limits what may be asked.
    ///   - authority: the registrar's authority.
    ///   - tables: which elements are restricted by law: the form names the law for each.
    ///   - actor: who has it issued.
    ///   - time: the first second of validity; the last is 397 days later, less one second.
    ///   - generator: the source of the serial number; cryptographically secure outside of tests.
    public mutating func issue(
        _ request: SigningRequest, name: String, for identifier: String, form number: Int, by authority: ReaderAuthority,
        tables: ElementTables, as actor: Principal? = nil, at time: Instant, using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> IssuedCertificate {
        try checkName(name, of: identifier)
        let issued = try make(request, name: name, for: identifier, .reader(form: number), by: authority, tables: tables, at: time, using: &generator)
        record(.certificateIssued, name, detail: "\(identifier), serial \(issued.serialNumber)", by: actor, at: time)
        return issued
    }

    /// Issues the certificate of a key that answers to a merchant's apps are sealed to.
    ///
    /// - Parameters:
    ///   - request: the checked signing request of a P-256 key, with the merchant's identifier as its CN.
    ///   - merchant: a merchant identifier that the brand was granted.
    ///   - actor: who has it issued.
    public mutating func issue(
        _ request: SigningRequest, name: String, for identifier: String, merchant: String, by authority: ReaderAuthority,
        as actor: Principal? = nil, at time: Instant, using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> IssuedCertificate {
        try checkName(name, of: identifier)
        let issued = try make(request, name: name, for: identifier, .encryption(merchant: merchant), by: authority, at: time, using: &generator)
        record(.certificateIssued, name, detail: "\(identifier), merchant \(merchant), serial \(issued.serialNumber)", by: actor, at: time)
        return issued
    }

    /// Issues the successor of a certificate under its name, for the same brand and use. The old one stays valid until it ends
    /// or is revoked, so that both keys work while they are changed. Nothing is taken over from it: brand, form, domains and merchant are
    /// looked at as they are now.
    ///
    /// - Parameters:
    ///   - identifier: the brand.
    ///   - tables: which elements are restricted by law: the form of a reader's names the law for each.
    ///   - actor: who has it issued.
    public mutating func renew(
        _ name: String, of identifier: String, with request: SigningRequest, by authority: ReaderAuthority, tables: ElementTables,
        as actor: Principal? = nil, at time: Instant, using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> IssuedCertificate {
        guard let last = certificates.last(where: { $0.name == name && $0.brand == identifier }) else { throw Self.unknown(name) }
        let issued = try make(request, name: name, for: identifier, last.use, by: authority, tables: tables, at: time, using: &generator)
        record(.certificateRenewed, name, detail: "\(identifier), serial \(issued.serialNumber)", by: actor, at: time)
        return issued
    }

    /// Withdraws a certificate; the next revocation list says so.
    ///
    /// A key that others may know is nobody's any more: `keyCompromise` withdraws every certificate of that key, whichever brand
    /// has it, and no further one is issued for it. It is accepted also for a certificate that was withdrawn for another reason.
    ///
    /// - Parameters:
    ///   - serialNumber: in hexadecimal.
    ///   - actor: who withdraws it.
    /// - Returns: the certificates that are withdrawn by it, the named one first.
    @discardableResult
    public mutating func revoke(
        _ serialNumber: String, _ reason: RevocationReason, as actor: Principal? = nil, at time: Instant
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
                .certificateRevoked, certificates[index].name, detail: "\(reason.rawValue), serial \(certificates[index].serialNumber)",
                by: actor, at: time)
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

    /// Every certificate and every grant of an app that was withdrawn, for a revocation list: their serial numbers are one series.
    public var revokedCertificates: [RevokedCertificate] {
        (certificates.map { ($0.serialNumber, $0.revocationReason, $0.revokedAt) } + grants.map { ($0.serialNumber, $0.revocationReason, $0.revokedAt) })
            .compactMap { serialNumber, reason, time in
                guard let time, let serial = Hexadecimal.bytes(serialNumber) else { return nil }
                return RevokedCertificate(serialNumber: serial, time: time, reason: reason ?? .unspecified)
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
        record(.revocationListIssued, "list \(lastListNumber)", detail: "\(revoked.count) withdrawn", at: time)
        return list
    }
}
