public import NetworkAddressing

/// Looks at what the owner of a domain published, through the network ports.
public struct DomainProver: Sendable {
    /// Largest file that is read: a token is far smaller.
    public static let maximumFileBytes = 1_024
    /// Most domains that are looked at at one time. A stranger's name server can hold a thread for half a minute, and each look has one.
    package static let maximumLooks = 16

    private let resolver: any TXTResolver
    private let fetcher: any HTTPSFileFetcher
    /// Which addresses a file may come from.
    public let profile: NetworkProfile

    /// Makes a prover.
    public init(resolver: any TXTResolver, fetcher: any HTTPSFileFetcher, profile: NetworkProfile = .production) {
        self.resolver = resolver
        self.fetcher = fetcher
        self.profile = profile
    }

    /// The texts of the challenge's TXT record, for `RegistrarLedger.confirm(_:of:texts:at:)`.
    public func texts(for challenge: DomainChallenge) async throws(RegistrarError) -> [String] {
        do { return try await resolver.texts(of: challenge.recordName) } catch {
            throw RegistrarError(
                .challengeUnreachable, "the TXT record \(challenge.recordName) could not be looked up", mend: "check the zone's name servers")
        }
    }

    /// The challenge's file, for `RegistrarLedger.confirm(_:of:file:profile:at:)`.
    public func file(for challenge: DomainChallenge) async throws(RegistrarError) -> FetchedFile {
        let file: FetchedFile
        do {
            file = try await fetcher.file(at: challenge.fileURL, profile: profile, maximumBytes: Self.maximumFileBytes)
        } catch {
            throw RegistrarError(.challengeUnreachable, "\(challenge.fileURL) could not be fetched", mend: "serve it over https with a valid certificate")
        }
        guard file.content.count <= Self.maximumFileBytes else {
            throw RegistrarError(.challengeMismatch, "\(challenge.fileURL) is larger than a token", mend: "serve the token alone")
        }
        return file
    }
}
