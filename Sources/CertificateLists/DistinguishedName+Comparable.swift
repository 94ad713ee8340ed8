package import X509

extension DistinguishedName {
    /// Whether it is compared in good time. Swift compares texts by canonical equivalence, for which it sorts the combining marks of each character, in
    /// a time that grows with the square of their number; a stranger's certificate has room for hundreds of thousands.
    package var isComparable: Bool {
        allSatisfy { $0.allSatisfy { attribute in (String(attribute.value)?.utf8.count ?? 0) <= Self.mostAttributeBytes } }
    }

    /// Bytes of one attribute: several times what RFC 5280 (A.1) lets the usual ones have.
    private static let mostAttributeBytes = 1_024
}
