/// Whatever can sign for a COSE structure: a key in memory here, a key in a hardware token elsewhere.
public protocol COSESigner: Sendable {
    /// The algorithm that goes into the protected header.
    var algorithm: COSEAlgorithm { get }

    /// A raw signature (`r ‖ s`, not DER) over `message`.
    func signature(over message: [UInt8]) throws -> [UInt8]
}

extension SigningKey: COSESigner {
    /// The algorithm of the key's curve, in the widely known numbers.
    public var algorithm: COSEAlgorithm {
        switch self {
        case .p256: .es256
        case .p384: .es384
        case .p521: .es512
        case .ed25519: .edDSA
        }
    }

    /// A raw signature over `message`.
    public func signature(over message: [UInt8]) throws -> [UInt8] {
        switch self {
        case .p256(let key): [UInt8](try key.signature(for: message).rawRepresentation)
        case .p384(let key): [UInt8](try key.signature(for: message).rawRepresentation)
        case .p521(let key): [UInt8](try key.signature(for: message).rawRepresentation)
        case .ed25519(let key): [UInt8](try key.signature(for: message))
        }
    }
}
