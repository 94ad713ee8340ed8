public import NetworkAddressing

/// Fetches the file of a challenge.
///
/// An implementation resolves the host once, connects to that address, which `NetworkProfile.accepts` must accept before
/// a byte is sent, speaks TLS with a verified certificate, follows no redirect to another host, and reads at most
/// `maximumBytes`. It reports host and address of the connection that gave the content; they are checked again.
/// It ends when its task is cancelled.
public protocol HTTPSFileFetcher: Sendable {
    /// The file at an https address.
    func file(at url: String, profile: NetworkProfile, maximumBytes: Int) async throws -> FetchedFile
}
