import Foundation

extension ReaderAuthorities {
    /// The roots, DER.
    var encodedRoots: [[UInt8]] { roots.map(\.encoded) }

    /// Key identifiers by which a root of the broker's own is known.
    func keyIdentifiers(ofOwnRoot encoded: [UInt8]) -> Set<[UInt8]> {
        roots.first { $0.encoded == encoded }.map { keyIdentifiers(of: $0) } ?? []
    }

    /// Whether a root has withdrawn what has this serial number, has no fresh list that says it has not, or is none of these.
    func hasWithdrawn(_ serialNumber: [UInt8], root encoded: [UInt8], at time: Date) -> Bool {
        !roots.contains { $0.encoded == encoded && revocation.allows(serialNumber, issuedBy: $0, at: time) }
    }
}
