import Foundation
import X509

extension ReaderAuthorities {
    /// Key identifiers by which a root of the broker's own is known.
    func keyIdentifiers(ofOwnRoot root: Certificate) -> RootKeyIdentifiers {
        roots.first { $0.certificate == root }.map { keyIdentifiers(of: $0) } ?? RootKeyIdentifiers()
    }

    /// Whether a root has withdrawn what has this serial number, has no fresh list that says it has not, or is none of these.
    func hasWithdrawn(_ serialNumber: [UInt8], root: Certificate, at time: Date) -> Bool {
        !roots.contains { $0.certificate == root && revocation.allows(serialNumber, issuedBy: $0, at: time) }
    }
}
