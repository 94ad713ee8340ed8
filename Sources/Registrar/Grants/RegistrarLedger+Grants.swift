import AppGrantTokens
import CBOR
import COSE
import DocumentTrust
public import IssuingAuthority
public import MobileDocument

extension RegistrarLedger {
    /// Signs the grant of an approved application for one build of its app. Grants that are out stay as they are: one for an earlier build, or from an
    /// application that asked for less, goes on saying what it said, until it ends or is withdrawn.
    ///
    /// - Parameters:
    ///   - number: the application, one of the brand.
    ///   - executable: SHA-256 of the app's executable, in hexadecimal.
    ///   - authority: the registrar's authority.
    ///   - actor: who has it granted.
    ///   - time: the first second in which it counts; the last is ``grantDays`` days later, less one second. Both lie within the time of
    ///     the authority's root.
    ///   - generator: the source of the serial number; cryptographically secure outside of tests.
    /// - Throws: ``RegistrarError``; `registrar.issuing` where the grant would outlive the root or begin before it, `registrar.grant.size` for an
    ///   application of before applications were measured that no grant can say.
    public mutating func grant(
        _ number: Int, of identifier: String, executable: String, by authority: ReaderAuthority, as actor: Principal? = nil, at time: Instant,
        using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> IssuedGrant {
        _ = try approvedBrand(identifier)
        let filed = try application(number)
        guard filed.brand == identifier else {
            throw RegistrarError(.applicationUnknown, "application \(number) is not one of \"\(identifier)\"", mend: "name an application of this brand")
        }
        guard let digest = Hexadecimal.bytes(executable), digest.count == 32 else {
            throw RegistrarError(.grantExecutable, "the executable's hash is not a SHA-256", mend: "give the 64 hexadecimal digits that sha256sum prints")
        }
        guard grants.count(where: { $0.brand == identifier && time <= $0.notAfter }) < Self.maximumGrants else {
            throw RegistrarError(.grantCount, "the brand has \(Self.maximumGrants) grants that have not ended", mend: "wait until one ends")
        }
        let end = time.advanced(bySeconds: Int64(Self.grantDays) * 86_400 - 1)
        try Self.check(time, end, within: authority)
        // Positive, as serial numbers of certificates are.
        let serial = [UInt8.random(in: 1...0x7F, using: &generator)] + generator.bytes(19)
        let claims = filed.claims(try filed.grant(), serialNumber: serial, executable: digest, notBefore: time, notAfter: end)
        let token: GrantToken
        do throws(GrantTokenFault) {
            token = try GrantToken(claims, for: authority.identity.certificate.publicKey, sign: authority.identity.signingKey.signature(over:))
        } catch .form {
            // One that was filed before applications were measured.
            throw RegistrarError(
                .grantSize, "application \(number) takes more than a grant of \(GrantToken.maximumBytes) bytes can say",
                mend: "file an application with fewer or shorter entries, such as third parties")
        } catch { throw RegistrarError(.issuing, "the registrar's authority could not sign: \(error)", mend: "check its key") }
        let issued = IssuedGrant(
            serialNumber: Hexadecimal.text(serial), brand: identifier, application: number, client: filed.application.client,
            executable: Hexadecimal.text(digest), token: token.text, notBefore: time, notAfter: end)
        grants.append(issued)
        record(.grantIssued, issued.client, detail: "\(identifier), application \(number), serial \(issued.serialNumber)", by: actor, at: time)
        return issued
    }

    /// As for certificates: no wallet would take to its end what outlives the root.
    private static func check(_ begin: Instant, _ end: Instant, within authority: ReaderAuthority) throws(RegistrarError) {
        let root: ParsedCertificate
        do { root = try ParsedCertificate(ByteSlice(authority.identity.derEncoded)) } catch { throw fault(error) }
        guard root.notBefore <= begin, end <= root.notAfter else {
            throw RegistrarError(
                .issuing, "a grant from \(begin) to \(end) would not lie within the time of the registrar's root, "
                    + "\(root.notBefore) to \(root.notAfter)",
                mend: "check the clock; in the root's last \(grantDays) days begin another registrar, whose root lasts longer")
        }
    }

    /// Withdraws a grant; the next revocation list says so, and a wallet relies on a list for two days at most.
    ///
    /// - Parameter actor: who withdraws it.
    @discardableResult
    public mutating func revokeGrant(
        _ serialNumber: String, _ reason: RevocationReason, as actor: Principal? = nil, at time: Instant
    ) throws(RegistrarError) -> IssuedGrant {
        guard let index = grants.firstIndex(where: { $0.serialNumber == serialNumber.lowercased() }) else {
            throw RegistrarError(.grantUnknown, "there is no grant \"\(serialNumber)\"", mend: "see the list")
        }
        guard grants[index].revokedAt == nil else {
            throw RegistrarError(.grantRevoked, "the grant \(serialNumber) is withdrawn already", mend: "nothing is left to do")
        }
        grants[index].revoke(reason, at: time)
        record(.grantRevoked, grants[index].client, detail: "\(reason.rawValue), serial \(grants[index].serialNumber)", by: actor, at: time)
        return grants[index]
    }
}
