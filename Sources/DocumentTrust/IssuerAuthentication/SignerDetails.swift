import Synchronization

/// What is told of a signer, made when it is first asked for: texts of names take longer than all else about a signer that was not met
/// before, but for its signature.
final class SignerDetails: Sendable {
    /// What `SignerDescription` gives.
    final class Texts: Sendable {
        let subject: String
        let country: String?
        let stateOrProvince: String?
        let organizations: [String]
        let commonName: String?
        let fingerprint: [UInt8]
        let revocationListAddresses: [String]
        let authority: String
        let authorityCountry: String?
        let authorityStateOrProvince: String?
        let authorityOrganizations: [String]
        let authorityCommonName: String?
        let authorityFingerprint: [UInt8]
        let provenance: String

        init(_ path: CertificationPath) {
            let (signer, root) = (path.certificates[0], path.anchor.certificate)
            subject = signer.subject
            country = signer.country
            stateOrProvince = signer.stateOrProvince
            organizations = signer.organizations
            commonName = signer.commonName
            fingerprint = signer.fingerprint
            revocationListAddresses = signer.revocationListAddresses
            authority = root.subject
            authorityCountry = root.country
            authorityStateOrProvince = root.stateOrProvince
            authorityOrganizations = root.organizations
            authorityCommonName = root.commonName
            authorityFingerprint = root.fingerprint
            provenance = path.anchor.provenance
        }
    }

    private let path: CertificationPath
    private let made = Mutex<Texts?>(nil)

    init(_ path: CertificationPath) { self.path = path }

    var texts: Texts {
        made.withLock { made in
            if let made { return made }
            let texts = Texts(path)
            made = texts
            return texts
        }
    }
}
