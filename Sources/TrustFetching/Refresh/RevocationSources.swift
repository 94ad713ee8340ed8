import DocumentTrust

/// Which authorities may sign the revocation list of an address.
struct RevocationSources {
    /// While keys change, an authority has a few certificates.
    private static let maximumAuthorities = 8
    /// A certificate may name a few mirrors.
    private static let maximumAddresses = 4

    private var byAddress: [String: [TrustAnchor]] = [:]
    private var bySubject: [String: [TrustAnchor]] = [:]

    /// Looks through the roots that are trusted.
    init(_ anchors: [TrustAnchor]) {
        for anchor in anchors {
            bySubject[anchor.certificate.subject, default: []].append(anchor)
            for address in anchor.certificate.revocationListAddresses.prefix(Self.maximumAddresses) {
                byAddress[address, default: []].append(anchor)
            }
        }
    }

    /// The addresses that roots name, sorted.
    var addresses: [String] { byAddress.keys.sorted() }

    /// The roots that name an address, or that have the name of the authority by which a signer named it.
    func authorities(of address: String, named subject: String?) -> [TrustAnchor] {
        let named = subject.flatMap { bySubject[$0] } ?? []
        return Array(((byAddress[address] ?? []) + named).prefix(Self.maximumAuthorities))
    }

    /// The list, where one of the authorities signed it.
    static func verify(_ der: [UInt8], by authorities: [TrustAnchor]) throws(RevocationListFault) -> RevocationList {
        var fault = RevocationListFault.otherIssuer
        for authority in authorities {
            do {
                return try RevocationList(der, issuedBy: authority)
            } catch {
                // That a list is another authority's says less than what is wrong with it under its own.
                if error != .otherIssuer { fault = error }
            }
        }
        throw fault
    }
}
