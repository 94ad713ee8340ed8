public import NetworkAddressing

/// Something that was fetched: bytes that nobody vouches for yet.
public struct FetchedResource: Sendable, Hashable {
    /// The content, decompressed.
    public let content: [UInt8]
    /// The type the server gave it.
    public let contentType: String?
    /// Whether that type is one this kind of resource should have.
    public let hasExpectedType: Bool
    /// By which to ask for it again.
    public let validators: ResourceValidators?
    /// The host it came from, after redirects.
    public let host: String
    /// The address that was connected to; nil where a proxy did it.
    public let address: NetworkAddress?

    /// Describes a resource.
    public init(
        content: [UInt8], contentType: String? = nil, hasExpectedType: Bool = true, validators: ResourceValidators? = nil, host: String,
        address: NetworkAddress? = nil
    ) {
        self.content = content
        self.contentType = contentType
        self.hasExpectedType = hasExpectedType
        self.validators = validators
        self.host = host
        self.address = address
    }
}
