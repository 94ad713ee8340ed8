/// What an item is expected to be: the structures of the standards as data, which the annotator follows.
indirect enum Shape: Sendable {
    /// A place in a tuple or under an integer label.
    struct Member: Sendable {
        let name: String
        let shape: Shape

        init(_ name: String, _ shape: Shape = .any) {
            self.name = name
            self.shape = shape
        }
    }

    /// Unknown; recognised where it is one of the known structures.
    case any
    /// A person's data or the like: shown as it is, never taken for a structure.
    case plain
    /// A map with text keys.
    case structure(String, [String: Shape])
    /// A map with integer keys.
    case labelled(String, [Int64: Member])
    /// An array with a meaning for each place.
    case tuple(String, [Member])
    /// An array of alike elements.
    case list(Shape)
    /// A map from namespaces.
    case nameSpaces(Shape)
    /// A map from element identifiers.
    case elements(Shape)
    /// A map from digest identifiers to digests.
    case digests
    /// Tag 24 around a byte string.
    case embedded(Shape)
    /// A byte string that holds an item.
    case encoded(Shape)
    /// `IssuerSigned`; its items are compared with its digests.
    case issuerSigned
    /// `IssuerSignedItem`.
    case item
    /// `COSE_Sign1`.
    case signature(SignatureRole)
    /// `COSE_Mac0`.
    case mac
    /// A COSE header map.
    case headers(isProtected: Bool)
    /// `COSE_Key`.
    case key
    /// Certificates of `x5chain`.
    case chain
    /// A certificate in a byte string.
    case certificate
    /// A raw signature.
    case rawSignature
    /// Something single with a meaning.
    case scalar(ScalarMeaning)
    /// The same, or whatever stands in its place: masked, and not looked into.
    case masked(ScalarMeaning)
}
