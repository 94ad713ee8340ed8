import MobileDocument
import Registrar

/// A ledger for people and programs: no icon, no mailbox, and nothing of what tokens are known by.
struct RegistrarLedgerOutput: Encodable {
    struct Domain: Encodable {
        let name: String
        let state: String
    }

    struct ListedBrand: Encodable {
        let id: String
        let name: String
        let country: String
        let submission: Int
        let review: String
        let domains: [Domain]
    }

    struct Grant: Encodable {
        let client: String
        let application: Int
        let serial: String
        let executable: String
        let state: String
        let until: String
        /// What the app hands to wallets.
        let grant: String
    }

    struct Certificate: Encodable {
        let name: String
        let brand: String
        /// The form of a reader's certificate, or the merchant of one that answers are sealed to.
        let use: String
        let serial: String
        let state: String
        let domains: [String]
        let from: String
        let until: String
        /// In PEM.
        let certificate: String
    }

    let brands: [ListedBrand]
    let forms: [RegistrarFormOutput]
    let apps: [RegistrarAppOutput]
    let grants: [Grant]
    let certificates: [Certificate]
    let audit: [AuditRecord]

    init(_ ledger: RegistrarLedger, at time: Instant) {
        brands = ledger.brands.values.sorted { $0.identifier < $1.identifier }.map { brand in
            let domains = brand.domains.sorted { $0.key < $1.key }.map { Domain(name: $0.key, state: Self.state($0.value, at: time)) }
            return ListedBrand(
                id: brand.identifier, name: brand.name, country: brand.country, submission: brand.submission, review: brand.review.text, domains: domains)
        }
        forms = ledger.forms.map(RegistrarFormOutput.init)
        apps = ledger.applications.map(RegistrarAppOutput.init)
        grants = ledger.grants.map { grant in
            Grant(
                client: grant.client, application: grant.application, serial: grant.serialNumber, executable: grant.executable,
                state: Self.state(revokedAt: grant.revokedAt, end: grant.notAfter, at: time), until: grant.notAfter.description,
                grant: grant.token)
        }
        certificates = ledger.certificates.map { certificate in
            let use =
                switch certificate.use {
                case .reader(let form): "form \(form)"
                case .encryption(let merchant): "merchant \(merchant)"
                }
            return Certificate(
                name: certificate.name, brand: certificate.brand, use: use, serial: certificate.serialNumber,
                state: Self.state(revokedAt: certificate.revokedAt, end: certificate.notAfter, at: time), domains: certificate.domains,
                from: certificate.notBefore.description, until: certificate.notAfter.description, certificate: certificate.pem)
        }
        audit = ledger.audit
    }

    /// Whether nothing has happened.
    var isEmpty: Bool { brands.isEmpty && audit.isEmpty }

    private static func state(_ proof: DomainProof, at time: Instant) -> String {
        guard let end = proof.validUntil else { return "not proven" }
        return proof.isProven(at: time) ? "proven until \(end)" : "to be proven again since \(end)"
    }

    private static func state(revokedAt: Instant?, end: Instant, at time: Instant) -> String {
        revokedAt.map { "revoked \($0)" } ?? (time > end ? "ended" : "valid")
    }
}
