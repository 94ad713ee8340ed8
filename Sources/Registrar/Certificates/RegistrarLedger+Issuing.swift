import CBOR
import Crypto
import DocumentTrust
import IdentityElements
import IssuingAuthority
import MobileDocument
import X509

/// What has to hold before a certificate is signed, and what goes into it.
extension RegistrarLedger {
    mutating func make(
        _ request: SigningRequest, name: String, for identifier: String, _ use: IssuedCertificate.Use, by authority: ReaderAuthority,
        tables: ElementTables = .builtIn, at time: Instant, using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> IssuedCertificate {
        let brand = try approvedBrand(identifier)
        try checkCount(of: identifier, at: time)
        try checkKey(of: request, for: use)
        try checkSubject(of: request, against: brand)
        let domains: [String]
        let encoded: [UInt8]
        switch use {
        case .reader(let number):
            let form = try approvedForm(number, of: identifier)
            try Self.checkSize(of: form)
            try Self.checkLaws(of: form, by: tables, mend: "file a form that names the law, or leaves it out, and have that one approved")
            domains = try self.domains(of: brand, host: request.host, at: time)
            encoded = try certify(request, for: brand, form, domains, by: authority, at: time, using: &generator)
        case .encryption(let merchant):
            domains = []
            encoded = try certify(request, for: brand, merchant: merchant, by: authority, at: time, using: &generator)
        }
        let parsed: ParsedCertificate
        do { parsed = try ParsedCertificate(reader: ByteSlice(encoded)) } catch { throw Self.fault(error) }
        let issued = IssuedCertificate(
            name: name, brand: identifier, use: use, serialNumber: Hexadecimal.text(Array(parsed.certificate.serialNumber.bytes)),
            domains: domains, mailbox: request.mailbox, notBefore: parsed.notBefore, notAfter: parsed.notAfter, derEncoded: encoded)
        certificates.append(issued)
        return issued
    }

    private func certify(
        _ request: SigningRequest, for brand: Brand, _ form: RequestForm, _ domains: [String], by authority: ReaderAuthority, at time: Instant,
        using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> [UInt8] {
        guard let icon = brand.icon else {
            throw RegistrarError(.brandIcon, "the icon of the brand \"\(brand.identifier)\" is not kept any more", mend: "submit the brand again")
        }
        do {
            let registration = try ReaderRegistration(brand: brand.name, purpose: form.purpose, privacyPolicy: form.privacyPolicy)
            let encoded = try authority.certify(
                RegisteredReader(
                    name: AuthorityName(country: brand.country, organization: brand.name, commonName: request.host), publicKey: request.publicKey,
                    domains: domains, crlDistributionPoint: crlDistributionPoint, registration: registration, icon: icon,
                    allowedElements: form.elements),
                notBefore: time, days: Self.certificateDays, using: &generator)
            // What is handed out is what a wallet will read.
            _ = try ReaderCertificateDetails(ParsedCertificate(reader: ByteSlice(encoded)))
            return encoded
        } catch { throw Self.fault(error) }
    }

    private func certify(
        _ request: SigningRequest, for brand: Brand, merchant: String, by authority: ReaderAuthority, at time: Instant,
        using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> [UInt8] {
        guard owner(ofMerchant: merchant) == brand.identifier else {
            throw RegistrarError(
                .merchantNotGranted, "the merchant identifier \"\(merchant)\" was not granted to \"\(brand.identifier)\"",
                mend: "apply for it with an app, and have it approved")
        }
        guard request.host == merchant else {
            throw RegistrarError(.requestMerchant, "the CN \"\(request.host)\" is not the merchant identifier", mend: "write \(merchant) as CN")
        }
        guard P256.Signing.PublicKey(request.publicKey) != nil else {
            throw RegistrarError(.requestKey, "the key is not on P-256, to which alone answers are sealed", mend: SigningRequestKey.remedy)
        }
        do {
            let encoded = try authority.certify(
                MerchantEncryption(
                    name: AuthorityName(country: brand.country, organization: brand.name, commonName: merchant), publicKey: request.publicKey,
                    merchantIdentifier: merchant, teamIdentifier: brand.identifier, crlDistributionPoint: crlDistributionPoint),
                notBefore: time, days: Self.certificateDays, using: &generator)
            // What is handed out is what a wallet will read.
            _ = try MerchantCertificate(ByteSlice(encoded))
            return encoded
        } catch { throw Self.fault(error) }
    }

    func checkName(_ name: String, of identifier: String) throws(RegistrarError) {
        guard Label.isLabel(name) else {
            throw RegistrarError(
                .certificateName, "\"\(name)\" is not a name for a certificate", mend: "use 1 to \(Label.maximum) letters, digits and dashes, no spaces")
        }
        guard !certificates.contains(where: { $0.name == name && $0.brand == identifier }) else {
            throw RegistrarError(.certificateName, "there is a certificate \"\(name)\" already", mend: "choose another name, or renew that one")
        }
    }

    /// Withdrawn ones count as long as they would have lasted: each has its place in the ledger and in every list.
    private func checkCount(of identifier: String, at time: Instant) throws(RegistrarError) {
        guard certificates.count(where: { $0.brand == identifier && time <= $0.notAfter }) < Self.maximumCertificates else {
            throw RegistrarError(
                .certificateCount, "the brand has \(Self.maximumCertificates) certificates that have not ended", mend: "use one of them, or wait until one ends")
        }
    }

    /// A key that others may know is certified for nobody, and no key both signs and opens.
    private func checkKey(of request: SigningRequest, for use: IssuedCertificate.Use) throws(RegistrarError) {
        guard !certificates.contains(where: { $0.revocationReason == .keyCompromise && $0.hasKey(request.publicKey) }) else {
            throw RegistrarError(
                .requestKeyCompromised, "a certificate of this key was withdrawn because others may know the key", mend: "make a new key")
        }
        guard !certificates.contains(where: { $0.use.isReader != use.isReader && $0.hasKey(request.publicKey) }) else {
            throw RegistrarError(
                .requestKeyOtherUse, "the key has a certificate for another use: to sign requests and to open answers takes two keys", mend: "make a new key")
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

    /// The brand, which must be approved.
    func approvedBrand(_ identifier: String) throws(RegistrarError) -> Brand {
        let brand = try brand(identifier)
        guard brand.review == .approved else {
            throw RegistrarError(.brandNotApproved, "the brand \"\(identifier)\" is \(brand.review.word), not approved", mend: "have it approved first")
        }
        return brand
    }

    private func approvedForm(_ number: Int, of identifier: String) throws(RegistrarError) -> RequestForm {
        let filed = try form(number)
        guard filed.brand == identifier else {
            throw RegistrarError(.formUnknown, "form \(number) is not one of \"\(identifier)\"", mend: "name a form of this brand")
        }
        guard filed.review == .approved else {
            throw RegistrarError(.formNotApproved, "form \(number) is \(filed.review.word), not approved", mend: "have it approved first")
        }
        return filed.form
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

    static func unknown(_ name: String) -> RegistrarError {
        RegistrarError(.certificateUnknown, "there is no certificate \"\(name)\"", mend: "see the list")
    }

    static func fault(_ error: any Error) -> RegistrarError {
        let isAddress = (error as? IssuingError)?.code == .crlDistributionPoint
        return RegistrarError(
            .issuing, "the registrar's authority could not sign: \(error)",
            mend: isAddress ? "begin a registrar with another --crl" : "check its certificate and its period")
    }
}
