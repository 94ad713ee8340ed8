import Glibc
import Logging
import Synchronization

/// Whom the broker believes about readers: the roots installed with providers, and the revocation lists beside them.
///
/// Roots are read once. A list is read anew when its file has changed; whoever keeps it fresh does so beside the broker, which asks no
/// network. A new file that is no list of a root is not taken, and the former one holds.
final class ReaderTrust: Sendable {
    private struct State {
        var authorities: ReaderAuthorities
        /// What the files were, when they were looked at.
        var seen: [InstalledFile.Version?]
    }

    private let roots: [[UInt8]]
    private let files: [String]
    private let state: Mutex<State>

    /// - Throws: a root or a list that cannot be used.
    init(_ providers: [InstalledProvider]) throws(BrokerError) {
        roots = Set(providers.flatMap(\.readerRoots)).sorted { $0.lexicographicallyPrecedes($1) }
        files = Set(providers.flatMap(\.revocationLists)).sorted()
        let seen = files.map(InstalledFile.version)
        let lists: [[UInt8]]
        do { lists = try Self.lists(files) } catch { throw BrokerError(error) }
        do { state = Mutex(State(authorities: try ReaderAuthorities(roots: roots, revocationLists: lists), seen: seen)) } catch {
            throw BrokerError(error, of: providers, files)
        }
    }

    /// Whom to believe now.
    func authorities(_ logger: Logger) -> ReaderAuthorities {
        let versions = files.map(InstalledFile.version)
        return state.withLock { state in
            guard versions != state.seen else { return state.authorities }
            state.seen = versions
            do { state.authorities = try ReaderAuthorities(roots: roots, revocationLists: try Self.lists(files)) } catch {
                logger.error("a new revocation list cannot be used; the former one holds", metadata: ["reason": "\(error)"])
            }
            return state.authorities
        }
    }

    private static func lists(_ files: [String]) throws(ProviderManifestError) -> [[UInt8]] {
        var lists: [[UInt8]] = []
        for file in files { lists.append(try InstalledFile.read(file, upTo: InstalledFile.maximumListBytes)) }
        return lists
    }
}
