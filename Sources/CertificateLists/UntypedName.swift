package import X509

/// A name whatever the types of its strings are (RFC 5280, 7.1): authorities write their own name and that of an issuer in different ones.
///
/// Names are compared as they are first: most agree, and this costs more. That two are the same decides nothing but which key a signature is
/// tried with. Case and spaces are not folded, as no authority is known that needs it.
package struct UntypedName: Sendable, Hashable {
    private let parts: [[String]]

    /// Makes the form of a name in which it is compared.
    package init(_ name: DistinguishedName) {
        parts = name.map { relativeName in relativeName.map(Self.text).sorted() }
    }

    private static func text(_ attribute: RelativeDistinguishedName.Attribute) -> String {
        "\(attribute.type)=\(String(attribute.value) ?? String(describing: attribute.value))"
    }

    /// Whether two names are the same.
    package static func isSame(_ first: DistinguishedName, _ second: DistinguishedName) -> Bool {
        first == second || UntypedName(first) == UntypedName(second)
    }
}
