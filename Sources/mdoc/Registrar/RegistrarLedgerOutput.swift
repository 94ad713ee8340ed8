import MobileDocument
import Registrar

/// A ledger for people and programs: no icon, no mailbox, no token.
struct RegistrarLedgerOutput: Encodable {
    struct Domain: Encodable {
        let name: String
        let state: String
    }

    struct ListedBrand: Encodable {
        let id: String
        let name: String
        let review: String
        let domains: [Domain]
    }

    struct Form: Encodable {
        let number: Int
        let brand: String
        let review: String
    }

    struct Certificate: Encodable {
        let name: String
        let brand: String
        let serial: String
        let state: String
        let domains: [String]
        let from: String
        let until: String
    }

    let brands: [ListedBrand]
    let forms: [Form]
    let certificates: [Certificate]
    let audit: [AuditRecord]

    init(_ ledger: RegistrarLedger, at time: Instant) {
        brands = ledger.brands.values.sorted { $0.identifier < $1.identifier }.map { brand in
            let domains = brand.domains.sorted { $0.key < $1.key }.map { Domain(name: $0.key, state: Self.state($0.value, at: time)) }
            return ListedBrand(id: brand.identifier, name: brand.name, review: Self.text(brand.review), domains: domains)
        }
        forms = ledger.forms.map { Form(number: $0.number, brand: $0.brand, review: Self.text($0.review)) }
        certificates = ledger.certificates.map { certificate in
            let state = certificate.revokedAt.map { "revoked \($0)" } ?? (time > certificate.notAfter ? "ended" : "valid")
            return Certificate(
                name: certificate.name, brand: certificate.brand, serial: certificate.serialNumber, state: state, domains: certificate.domains,
                from: certificate.notBefore.description, until: certificate.notAfter.description)
        }
        audit = ledger.audit
    }

    private static func state(_ proof: DomainProof, at time: Instant) -> String {
        guard let end = proof.validUntil else { return "not proven" }
        return proof.isProven(at: time) ? "proven until \(end)" : "to be proven again since \(end)"
    }

    private static func text(_ review: Review) -> String {
        if case .refused(let rejection) = review { return "refused: \(rejection.part.rawValue), \(rejection.reason)" }
        return review.word
    }
}
