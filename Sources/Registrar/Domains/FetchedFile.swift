public import NetworkAddressing

/// A file that was fetched over https, and where it came from.
public struct FetchedFile: Sendable, Hashable {
    /// Host of the last address, in lower case.
    public let host: String
    /// The address that was connected to.
    public let address: NetworkAddress
    /// The content.
    public let content: [UInt8]

    /// Describes a file.
    public init(host: String, address: NetworkAddress, content: [UInt8]) {
        self.host = host
        self.address = address
        self.content = content
    }
}
