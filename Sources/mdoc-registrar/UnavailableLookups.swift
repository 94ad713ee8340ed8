import Registrar

/// The program looks nothing up itself: domains are confirmed by the operator, with `mdoc registrar domain confirm`.
struct UnavailableLookups: TXTResolver, HTTPSFileFetcher {
    struct Unavailable: Error {}

    func texts(of name: String) async throws -> [String] { throw Unavailable() }
    func file(at url: String, profile: NetworkProfile, maximumBytes: Int) async throws -> FetchedFile { throw Unavailable() }
}
