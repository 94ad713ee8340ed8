import Hummingbird
import Registrar

extension Call {
    func issueCertificate() async throws -> Answer {
        let message: CertificateRequest = try decode()
        let request = try SigningRequest(pem: message.csr)
        try await requireApprovedBrand()
        let (identifier, time, authority, tables, who) = (brand, parts.now(), parts.authority, parts.tables, principal)
        let issued = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.issue(
                request, name: message.name, for: identifier, form: message.form, by: authority, tables: tables, as: who, at: time, using: &generator)
        }
        return try created(issued)
    }

    func issueMerchantCertificate() async throws -> Answer {
        let message: MerchantCertificateRequest = try decode()
        let request = try SigningRequest(pem: message.csr)
        try await requireApprovedBrand()
        let (identifier, merchant, time, authority, who) = (brand, parameter("merchant"), parts.now(), parts.authority, principal)
        let issued = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.issue(request, name: message.name, for: identifier, merchant: merchant, by: authority, as: who, at: time, using: &generator)
        }
        return try created(issued)
    }

    func renewCertificate() async throws -> Answer {
        let message: RenewalRequest = try decode()
        let request = try SigningRequest(pem: message.csr)
        let (identifier, serial, time, authority, tables, who) = (brand, parameter("serial"), parts.now(), parts.authority, parts.tables, principal)
        _ = try await state.ledger().certificate(serial, of: identifier)
        try await requireApprovedBrand()
        let issued = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            let last = try ledger.certificate(serial, of: identifier)
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.renew(last.name, of: identifier, with: request, by: authority, tables: tables, as: who, at: time, using: &generator)
        }
        return try created(issued)
    }

    func listCertificates() async throws -> Answer {
        let ledger = try await state.ledger()
        let own = ledger.certificates.filter { $0.brand == brand }
        return try .json(CertificatesAnswer(certificates: own.map { CertificateAnswer($0, by: parts.authority) }))
    }

    func readCertificate() async throws -> Answer {
        try .json(CertificateAnswer(await state.ledger().certificate(parameter("serial"), of: brand), by: parts.authority))
    }

    func revokeCertificate() async throws -> Answer {
        let message: RevocationRequest = try decode()
        let (identifier, serial, time, who) = (brand, parameter("serial"), parts.now(), principal)
        // What is not there is refused without a change, which reads and writes all of the ledger.
        _ = try await state.ledger().certificate(serial, of: identifier)
        let withdrawn = try await state.change { (ledger) throws(RegistrarError) in
            _ = try ledger.certificate(serial, of: identifier)
            return try ledger.revoke(serial, message.reason, as: who, at: time)
        }
        return try .json(RevocationAnswer(revoked: withdrawn.map(\.serialNumber)))
    }

    private func created(_ issued: IssuedCertificate) throws -> Answer {
        var answer = try Answer.json(CertificateAnswer(issued, by: parts.authority))
        answer.headers[.location] = "/v1/brands/\(issued.brand)/certificates/\(issued.serialNumber)"
        return answer
    }
}

extension RegistrarLedger {
    /// A certificate of a brand; that of another brand is as good as none.
    fileprivate func certificate(_ serial: String, of brand: String) throws(RegistrarError) -> IssuedCertificate {
        let certificate = try certificate(serial)
        guard certificate.brand == brand else {
            throw RegistrarError(.certificateUnknown, "there is no certificate \"\(serial)\"", mend: "see the list")
        }
        return certificate
    }
}
