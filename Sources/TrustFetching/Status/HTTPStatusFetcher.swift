public import DocumentTrust
import Synchronization

/// Fetches status tokens for a `StatusRefresher`.
///
/// A token that has not changed is not sent again: the last one of each address is kept, as long as there is room.
public final class HTTPStatusFetcher: StatusFetching {
    private struct Copy {
        let token: [UInt8]
        let validators: ResourceValidators
    }

    private struct Copies {
        var entries: [String: Copy] = [:]
        var bytes = 0

        mutating func insert(_ copy: Copy, for uri: String) {
            remove(uri)
            while bytes + copy.token.count > HTTPStatusFetcher.maximumBytes, let victim = entries.keys.first { remove(victim) }
            entries[uri] = copy
            bytes += copy.token.count
        }

        mutating func remove(_ uri: String) {
            if let old = entries.removeValue(forKey: uri) { bytes -= old.token.count }
        }
    }

    /// Most bytes of tokens that are kept.
    private static let maximumBytes = 64 << 20

    private let fetcher: any ResourceFetching
    private let copies = Mutex(Copies())

    /// Makes a fetcher.
    public init(_ fetcher: any ResourceFetching) { self.fetcher = fetcher }

    /// Fetches a status token, or gives the copy at hand where the server says that nothing has changed.
    public func fetch(_ uri: String) async throws -> [UInt8] {
        let copy = copies.withLock { $0.entries[uri] }
        switch try await fetcher.fetch(uri, as: .statusToken, unless: copy?.validators) {
        case .notModified:
            guard let copy else { throw FetchError(.status, "the server says that nothing has changed, and nothing is at hand") }
            return copy.token
        case .fetched(let resource):
            copies.withLock { copies in
                if let validators = resource.validators {
                    copies.insert(Copy(token: resource.content, validators: validators), for: uri)
                } else {
                    copies.remove(uri)
                }
            }
            return resource.content
        }
    }
}
