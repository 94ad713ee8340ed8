import ArgumentParser
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import SQLiteVerificationStore
import VerificationSessions

struct CreationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "creation",
        abstract: "Sessions started and handed out a second, without HTTP, beside what they are made of.",
        discussion: """
            In rounds, one after the other: sessions as a service makes them (nonce, recipient key, two signatures of the reader, sealed, kept
            in SQLite in two steps); and as many times 16 random bytes, a P-256 key, two signatures and the same two steps of the store with
            bytes that lie ready. Medians of the rounds.
            """)

    @Option(help: "Rounds.")
    var rounds = 20
    @Option(help: "Sessions in a round.")
    var batch = 400
    @Option(help: "Sessions in work at a time.")
    var inFlight = 64

    func validate() throws {
        guard (1...1000).contains(rounds), (1...10_000).contains(batch), (1...256).contains(inFlight) else {
            throw ValidationError("1 to 1000 rounds of 1 to 10000 sessions, 1 to 256 of them in work")
        }
    }

    func run() async throws {
        let folder = TemporaryFolder.make("verifier-creation")
        defer { TemporaryFolder.remove(folder) }
        let world = try LoadWorld(folder: folder, people: 1, portraitBytes: 1024, sessionSeconds: 1800)
        let store = try SQLiteVerificationStore(path: folder + "/creation.sqlite")
        let flow = try Self.flow(world.parties, store)
        let policy = try LoadSessions.policy()
        var (created, floor): ([Double], [Double]) = ([], [])
        // The first round warms up.
        for round in 0...rounds {
            let sessions = try LoadSessions(count: batch)
            let whole = try await seconds { await Self.create(flow, policy) }
            let parts = try await seconds(of: sessions) { await Self.primitives(sessions, $0, store) }
            if round > 0 {
                created.append(whole)
                floor.append(parts)
            }
        }
        await store.close()
        print(
            String(
                format: "  session started and handed out %8.0f µs, its primitives and the store %8.0f µs", created.median * 1e6,
                floor.median * 1e6))
        let shares = zip(floor, created).map { $0 / $1 }
        print(String(format: "ratio session-share %.3f", shares.median))
    }

    private func seconds(_ step: @escaping @Sendable () async -> Bool) async throws -> Double {
        try await seconds(0..<batch) { _ in await step() }
    }

    private func seconds(of sessions: LoadSessions, _ step: @escaping @Sendable (SessionRecord) async -> Bool) async throws -> Double {
        try await seconds(sessions.records, step)
    }

    /// Does a step for all; the seconds for one.
    private func seconds<Item: Sendable>(
        _ items: some Collection<Item>, _ step: @escaping @Sendable (Item) async -> Bool
    ) async throws -> Double {
        let begin = ContinuousClock.now
        let done = await Parallel.map(items, inFlight: inFlight, step)
        guard done.allSatisfy({ $0 }) else { throw ValidationError("not every session was made") }
        return (ContinuousClock.now - begin) / .seconds(1) / Double(items.count)
    }

    private static func create(_ flow: VerificationFlow, _ policy: VerificationPolicy) async -> Bool {
        guard let record = try? await flow.start(policy) else { return false }
        return (try? await flow.handOut(record.id, to: nil)) != nil
    }

    private static let signingKey = P256.Signing.PrivateKey()
    private static let content = [UInt8](repeating: 7, count: 300)

    private static func primitives(_ sessions: LoadSessions, _ record: SessionRecord, _ store: any VerificationStore) async -> Bool {
        var generator = SystemRandomNumberGenerator()
        let nonce: (UInt64, UInt64) = (generator.next(), generator.next())
        let publicKey = P256.KeyAgreement.PrivateKey().publicKey.x963Representation
        for _ in 0..<2 { guard (try? signingKey.signature(for: content)) != nil else { return false } }
        guard nonce.0 != nonce.1, publicKey.count == 65 else { return false }
        return await sessions.keep(record, in: store)
    }

    private static func flow(_ parties: SampleParties, _ store: any VerificationStore) throws -> VerificationFlow {
        let trust = try parties.issuerTrust()
        let now = parties.now
        return VerificationFlow(
            store: store, policies: try PolicyCatalogue([LoadSessions.policy()]), origin: parties.origin,
            signers: [parties.readerSigner(.wholeRequestAndEachDocument)],
            judge: try VerificationJudge(profile: ISOProfile(), mode: .production, trust: { trust }),
            keys: try SealingKeyRing([(name: "one", key: [UInt8](repeating: 7, count: 32))]),
            audit: AuditSigner(key: P256.Signing.PrivateKey()), clock: { now })
    }
}
