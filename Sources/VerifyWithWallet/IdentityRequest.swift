/// What an app asks the wallet for.
public struct IdentityRequest: Sendable {
    /// The document, or the documents any of which will do.
    public var descriptor: any IdentityDocumentDescriptor
    /// To whose server the answer is sealed.
    public var merchantIdentifier: String
    /// The nonce that the server made for this one request, 1 to 64 bytes.
    public var nonce: [UInt8]
    /// What for, in a sentence the person sees, of 1,024 bytes at most.
    public var usageDescription: String

    /// Longest nonce in bytes.
    public static let maximumNonceBytes = 64

    /// Describes a request.
    public init(descriptor: some IdentityDocumentDescriptor, merchantIdentifier: String, nonce: [UInt8], usageDescription: String) {
        self.descriptor = descriptor
        self.merchantIdentifier = merchantIdentifier
        self.nonce = nonce
        self.usageDescription = usageDescription
    }
}
