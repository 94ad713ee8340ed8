import Foundation
import Logging
import Synchronization

/// Whom the broker believes about readers: the roots installed with providers, and the revocation lists beside them.
///
/// Roots are read once. A list is read anew when its file has changed; whoever keeps it fresh does so beside the broker, which asks no
/// network. A new file that is no list of a root is not taken, and the former one holds, whatever becomes of the other files.
final class ReaderTrust: Sendable {
    /// A list as it was last taken, and its file as it was last looked at.
    private struct Held {
        var list: [UInt8]
        var seen: InstalledFile.Version?
    }

    private struct State {
        var authorities: ReaderAuthorities
        var held: [String: Held]
    }

    private let roots: [[UInt8]]
    private let files: [String]
    private let state: Mutex<State>

    /// - Throws: a root or a list that cannot be used.
    init(_ providers: [InstalledProvider]) throws(BrokerError) {
        roots = Set(providers.flatMap(\.readerRoots)).sorted { $0.lexicographicallyPrecedes($1) }
        files = Set(providers.flatMap(\.revocationLists)).sorted()
        var held: [String: Held] = [:]
        for file in files {
            let seen = InstalledFile.version(file)
            do { held[file] = Held(list: try Self.list(file), seen: seen) } catch { throw BrokerError(error) }
        }
        do { state = Mutex(State(authorities: try Self.authorities(roots, files, held), held: held)) } catch {
            throw BrokerError(error, of: providers, files)
        }
    }

    /// Whom to believe at a moment; says which roots have no list that is fresh.
    func authorities(_ logger: Logger, at time: Date) -> ReaderAuthorities {
        let authorities = authorities(logger)
        for root in authorities.silentRoots(at: time) {
            logger.warning("the revocation lists of an authority of readers are too old; its readers are unknown", metadata: ["authority": "\(root)"])
        }
        return authorities
    }

    private func authorities(_ logger: Logger) -> ReaderAuthorities {
        let versions = files.map { ($0, InstalledFile.version($0)) }
        return state.withLock { state in
            let changed = versions.filter { file, version in version != state.held[file]?.seen }
            guard !changed.isEmpty else { return state.authorities }
            for (file, version) in changed { take(file, version, &state.held, logger) }
            // Each of these lists was taken by itself, so together they can be used, too.
            if let authorities = try? Self.authorities(roots, files, state.held) { state.authorities = authorities }
            return state.authorities
        }
    }

    /// Takes a file that has changed. One that is no list is not looked at again before it changes; one that cannot be read now is.
    private func take(_ file: String, _ version: InstalledFile.Version?, _ held: inout [String: Held], _ logger: Logger) {
        do {
            let list = try Self.list(file)
            held[file]?.seen = version
            _ = try ReaderAuthorities(roots: roots, revocationLists: [list])
            held[file]?.list = list
        } catch {
            logger.error("a new revocation list cannot be used; the former one holds", metadata: ["file": "\(file)", "reason": "\(error)"])
        }
    }

    private static func list(_ file: String) throws(ProviderManifestError) -> [UInt8] {
        try InstalledFile.read(file, upTo: InstalledFile.maximumListBytes)
    }

    private static func authorities(
        _ roots: [[UInt8]], _ files: [String], _ held: [String: Held]
    ) throws(ReaderAuthoritiesError) -> ReaderAuthorities {
        try ReaderAuthorities(roots: roots, revocationLists: files.compactMap { held[$0]?.list })
    }
}
