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
        let submission: Int
        let review: String
        let domains: [Domain]
    }

    struct Form: Encodable {
        let number: Int
        let brand: String
        let review: String
        /// Names of the pictures, below the registrar's folder.
        let screenshots: [String]
    }

    struct App: Encodable {
        let application: Int
        let brand: String
        let client: String
        let reviews: [String: String]
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
    let forms: [Form]
    let apps: [App]
    let grants: [Grant]
    let certificates: [Certificate]
    let audit: [AuditRecord]

    init(_ ledger: RegistrarLedger, at time: Instant) {
        brands = ledger.brands.values.sorted { $0.identifier < $1.identifier }.map { brand in
            let domains = brand.domains.sorted { $0.key < $1.key }.map { Domain(name: $0.key, state: Self.state($0.value, at: time)) }
            return ListedBrand(
                id: brand.identifier, name: brand.name, submission: brand.submission, review: Self.text(brand.review), domains: domains)
        }
        forms = ledger.forms.map { filed in
            Form(
                number: filed.number, brand: filed.brand, review: Self.text(filed.review),
                screenshots: filed.form.screenshots.map { "screenshots/\($0).png" })
        }
        apps = ledger.applications.map { filed in
            App(
                application: filed.number, brand: filed.brand, client: filed.application.client,
                reviews: Dictionary(uniqueKeysWithValues: filed.reviews.map { ($0.key.rawValue, Self.text($0.value)) }))
        }
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

    private static func text(_ review: Review) -> String {
        if case .refused(let rejection) = review { return "refused: \(rejection.part.rawValue), \(rejection.reason)" }
        return review.word
    }
}
