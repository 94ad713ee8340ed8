import CBOR
import COSE
import Crypto
import DocumentTrust
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import Registrar

/// A registrar with one approved brand, at a fixed time.
struct RegistrarWorld {
    static let now = Instant(secondsSinceEpoch: 1_780_315_200)  // 2026-06-01T12:00:00Z
    static let parties: SampleParties? = try? SampleParties(now: now)
    static let host = "rentals.example"
    static let granted: Set<ElementReference> = [
        ElementReference(.mobileDrivingLicence, "family_name"), ElementReference(.mobileDrivingLicence, "age_over_21"),
    ]

    struct Missing: Error {}

    let authority: ReaderAuthority
    var ledger = RegistrarLedger(crlDistributionPoint: "https://registrar.example/readers.crl")
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    let icon = PNGMaker().icon

    init(name: String = "Utopia Registrar") throws {
        authority = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: name), notBefore: Self.now.advanced(byDays: -10))
    }

    /// A brand with a proven domain and an approved form.
    static func ready(name: String = "Utopia Registrar") throws -> RegistrarWorld {
        var world = try RegistrarWorld(name: name)
        try world.submitBrand()
        try world.prove([host])
        try world.approveBrand()
        try world.ledger.add(screenshot(), of: "rentals")
        try world.ledger.file(try form(), for: "rentals", at: now)
        try world.ledger.approveForm(1, at: now)
        return world
    }

    /// What a form shows.
    static func screenshot() throws -> Screenshot { try Screenshot(png: PNGMaker(width: 200, height: 400).icon) }

    static func form(_ subject: RequestForm.Subject = .identity, screenshots: [String]? = nil) throws -> RequestForm {
        try RequestForm(
            subject: subject, region: "UT", purpose: "To hand over a spaceship to its driver.",
            elements: AllowedElements([.mobileDrivingLicence: granted]), retentionDays: 30, privacyPolicy: "https://rentals.example/privacy",
            screenshots: screenshots ?? [screenshot().digest])
    }

    static func brand(name: String = "Spaceship Rentals") throws -> Brand {
        try Brand(identifier: "rentals", name: name, country: "UT", icon: BrandIcon(png: PNGMaker().icon))
    }

    mutating func submitBrand() throws { try ledger.submit(Self.brand(), at: Self.now) }

    mutating func resubmitBrand(name: String = "Spaceship Rentals") throws { try ledger.resubmit(Self.brand(name: name), at: Self.now) }

    mutating func prove(_ domains: [String], of identifier: String = "rentals", at time: Instant = now) throws {
        for challenge in try ledger.challenge(domains, of: identifier, at: time, using: &generator) {
            try ledger.confirm(challenge.domain, of: identifier, texts: [challenge.value], at: time)
        }
    }

    /// Approves a brand as it waits.
    mutating func approveBrand(_ identifier: String = "rentals", as actor: Principal? = nil, at time: Instant = now) throws {
        let waiting = try ledger.brand(identifier)
        try ledger.approveBrand(identifier, submission: waiting.submission, iconDigest: waiting.iconDigest ?? "", as: actor, at: time)
    }

    mutating func issue(
        _ request: String, name: String = "rentals-2026", form: Int = 1, tables: ElementTables = .builtIn, at time: Instant = now
    ) throws -> IssuedCertificate {
        try ledger.issue(
            SigningRequest(pem: request), name: name, for: "rentals", form: form, by: authority, tables: tables, at: time, using: &generator)
    }

    mutating func renew(
        _ name: String, _ request: String, tables: ElementTables = .builtIn, at time: Instant = now
    ) throws -> IssuedCertificate {
        try ledger.renew(name, of: "rentals", with: SigningRequest(pem: request), by: authority, tables: tables, at: time, using: &generator)
    }

    func anchor() throws -> TrustAnchor {
        TrustAnchor(try ParsedCertificate(ByteSlice(authority.identity.derEncoded)), provenance: "registrar")
    }
}
