import X509

/// A common name as a PrintableString, where `CommonName` writes a UTF8String: another encoding of the same name.
struct PrintableCommonName: RelativeDistinguishedNameConvertible {
    private let name: String

    init(_ name: String) { self.name = name }

    func makeRDN() throws -> RelativeDistinguishedName { RelativeDistinguishedName([try .init(type: [2, 5, 4, 3], printableString: name)]) }
}
