public import COSE

/// A certificate with which a website signs its requests. Different wallets want different ones, so a request may carry several.
public struct ReaderSigner: Sendable {
    /// Which structures a signer signs.
    public enum Coverage: Sendable, Hashable {
        /// `readerAuthAll`: the whole request at once.
        case wholeRequest
        /// `readerAuthAll` and, in each document request, `readerAuth`, which many deployed wallets read instead.
        case wholeRequestAndEachDocument
    }

    /// A name for configuration and logs, such as the wallet the certificate is for.
    public let name: String
    /// Certificates in DER, the reader's first, without the root.
    public let chain: [[UInt8]]
    /// What it signs.
    public let coverage: Coverage
    let key: any COSESigner

    /// Makes a signer of a certificate chain and the private key of its first certificate.
    public init(name: String, chain: [[UInt8]], key: any COSESigner, coverage: Coverage = .wholeRequest) {
        self.name = name
        self.chain = chain
        self.key = key
        self.coverage = coverage
    }

    func sign(_ content: [UInt8]) throws -> [UInt8] {
        func open(_ key: some COSESigner) throws -> [UInt8] {
            try COSESign1.encode(signing: content, isDetached: true, chain: chain, with: key)
        }
        return try open(key)
    }
}
