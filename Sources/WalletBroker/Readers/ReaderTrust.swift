import Deadlines
import Foundation
import Logging
import Synchronization
import X509

/// Whom the broker believes about readers: the roots installed with providers, and the revocation lists beside them.
///
/// Roots are read once. A list is read anew when its file has changed; whoever keeps it fresh does so beside the broker, which asks no
/// network. A new file that is no list of a root is not taken, nor one with a list that is older than the one that came before it: then the
/// former one holds, whatever becomes of the other files. It holds, too, while the new list has not begun, which would keep out all right ones.
final class ReaderTrust: Sendable {
    /// What a file has brought, and the file as it was last looked at.
    private struct Held {
        /// The newest list of each root: one that changes its key says nothing of what the former one signed.
        var lists: [Certificate.PublicKey: ReaderRevocationList]
        var seen: InstalledFile.Version?
    }

    /// What has changed is being read, beside everything else.
    private struct Reading {
        let task: Task<Void, Never>
        /// Until when it is waited for; from then on the former lists have to do.
        let deadline = ContinuousClock.now + .seconds(10)

        /// Waits for its end, or its deadline.
        func end() async {
            let late = CancellationError()
            try? await DeadlineRace<Void>.run(within: deadline - .now, late: late, cancelled: late) { [task] in await task.value }
        }
    }

    private struct State {
        var authorities: ReaderAuthorities
        var held: [String: Held]
        /// One at a time.
        var reading: Reading?
    }

    private let roots: [ChainCertificate]
    private let files: [String]
    private let state: Mutex<State>

    /// - Throws: a root or a list that cannot be used.
    init(_ providers: [InstalledProvider]) throws(BrokerError) {
        var broughtBy: [[UInt8]: Set<String>] = [:]
        for provider in providers {
            for root in provider.readerRoots { broughtBy[root, default: []].insert(provider.name) }
        }
        let files = Set(providers.flatMap(\.revocationLists)).sorted()
        let authorities: ReaderAuthorities
        do {
            authorities = try ReaderAuthorities(roots: broughtBy.keys.sorted { $0.lexicographicallyPrecedes($1) }, broughtBy: broughtBy)
        } catch { throw BrokerError(error, of: providers, files) }
        var held: [String: Held] = [:]
        for (index, file) in files.enumerated() {
            let seen = InstalledFile.version(file)
            let encoded: [UInt8]
            do { encoded = try Self.list(file) } catch { throw BrokerError(error) }
            guard let list = ReaderRevocationList(encoded, signedByOneOf: authorities.roots) else {
                throw BrokerError(.unusableRevocationList(index), of: providers, files)
            }
            held[file] = Held(lists: [list.issuerKey: list], seen: seen)
        }
        roots = authorities.roots
        self.files = files
        state = Mutex(State(authorities: authorities.with(held.values.flatMap(\.lists.values)), held: held))
    }

    /// Whom to believe at a moment; says which roots have no list that is fresh.
    func authorities(_ logger: Logger, at time: Date) async -> ReaderAuthorities {
        if !changedFiles().isEmpty { await renew(logger, at: time) }
        let authorities = state.withLock { $0.authorities }
        for root in authorities.silentRoots(at: time) {
            logger.warning("the revocation lists of an authority of readers are too old; its readers are unknown", metadata: ["authority": "\(root)"])
        }
        return authorities
    }

    private func changedFiles() -> [(String, InstalledFile.Version?)] {
        let versions = files.map { ($0, InstalledFile.version($0)) }
        return state.withLock { state in versions.filter { file, version in version != state.held[file]?.seen } }
    }

    /// Has what has changed read, and waits for it.
    private func renew(_ logger: Logger, at time: Date) async {
        // One that is at work may have begun before the last change.
        let earlier = state.withLock { $0.reading }
        await earlier?.end()
        await reading(logger, at: time).end()
    }

    private func reading(_ logger: Logger, at time: Date) -> Reading {
        state.withLock { state -> Reading in
            if let reading = state.reading { return reading }
            let task = Task { [self] in
                // On a thread of its own: others are not to wait for a large list.
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    Thread.detachNewThread { [self] in
                        read(logger, at: time)
                        continuation.resume()
                    }
                }
            }
            let reading = Reading(task: task)
            state.reading = reading
            return reading
        }
    }

    private func read(_ logger: Logger, at time: Date) {
        for (file, version) in changedFiles() { take(file, version, logger, at: time) }
        state.withLock { state in
            state.authorities = state.authorities.with(state.held.values.flatMap(\.lists.values))
            state.reading = nil
        }
    }

    /// Takes a file that has changed. One that is not taken is not looked at again before it changes; one that cannot be read now, or has not
    /// begun, is.
    private func take(_ file: String, _ version: InstalledFile.Version?, _ logger: Logger, at time: Date) {
        let fault: String?
        do {
            let list = ReaderRevocationList(try Self.list(file), signedByOneOf: roots)
            fault = state.withLock { state -> String? in
                if let list, list.isAhead(of: time) { return "it has not begun" }
                state.held[file]?.seen = version
                guard let list else { return "it is no list in DER that one of the reader authorities signed" }
                // What was there at the start is taken unseen, and may not have begun.
                if let former = state.held[file]?.lists[list.issuerKey], !former.isAhead(of: time), list.isOlder(than: former) {
                    return "it was made before the former one"
                }
                state.held[file]?.lists[list.issuerKey] = list
                return nil
            }
        } catch { fault = "\(error)" }
        guard let fault else { return }
        logger.error("a new revocation list cannot be used; the former one holds", metadata: ["file": "\(file)", "reason": "\(fault)"])
    }

    private static func list(_ file: String) throws(ProviderManifestError) -> [UInt8] {
        try InstalledFile.read(file, upTo: InstalledFile.maximumListBytes)
    }
}
