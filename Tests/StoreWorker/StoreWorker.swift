import Crypto
import Foundation
import MobileDocument
import PostgreSQLVerificationStore
import RelyingParty
import SQLiteVerificationStore
import VerificationSessions

/// Claims and settles sessions one after another and says so, for tests that kill it at any moment.
///
///     store-worker sqlite PATH | postgresql CONNECTION
///
/// Standard input: the audit key as base64 on the first line, then `ID BINDING` lines, the binding as base64; at `stay` it waits to be killed.
/// Standard output: `claimed ID` after a claim was won, `settled ID` after the store acknowledged the outcome.
@main
struct StoreWorker {
    struct Misused: Error {}

    static func main() async throws {
        guard CommandLine.arguments.count == 3, let line = readLine(), let key = Data(base64Encoded: line) else { throw Misused() }
        let signer = AuditSigner(key: try P256.Signing.PrivateKey(rawRepresentation: key))
        let store = try await open(CommandLine.arguments[1], CommandLine.arguments[2])
        while let line = readLine() {
            if line == "stay" { try await Task.sleep(for: .seconds(3600)) }
            let words = line.split(separator: " ")
            guard words.count == 2, let binding = Data(base64Encoded: String(words[1])) else { throw Misused() }
            try await work(SessionIdentifier(rawValue: String(words[0])), Array(binding), store, signer)
        }
        await store.close()
    }

    private static func open(_ engine: String, _ location: String) async throws -> any VerificationStore {
        switch engine {
        case "sqlite": return try SQLiteVerificationStore(path: location, busySeconds: 60)
        case "postgresql": return try await PostgreSQLVerificationStore(settings(location))
        default: throw Misused()
        }
    }

    /// Patient, since the machine may be busy with other tests.
    private static func settings(_ connection: String) -> PostgreSQLSettings {
        var settings = PostgreSQLSettings(connection: connection)
        settings.poolSize = 1
        settings.waitSeconds = 60
        settings.statementSeconds = 60
        settings.connectSeconds = 60
        return settings
    }

    private static func work(_ id: SessionIdentifier, _ binding: [UInt8], _ store: any VerificationStore, _ signer: AuditSigner) async throws {
        guard case .claimed(let record, _, _) = try await store.claim(id, binding: binding, at: now(id, store)) else { return }
        say("claimed", id)
        let time = record.createdAt
        let decision = AuditDecision(
            at: time, session: id, policy: record.policy.name, decision: .refused, refusal: "mso.digest", profile: "iso", satisfied: nil)
        let settlement = Settlement(
            status: .refused, refusal: "mso.digest", at: time, report: Array(id.rawValue.utf8), result: nil, retained: nil, eraseAt: time)
        guard try await store.settle(id, settlement, webhook: nil, audit: signer.record(decision)) else { return }
        say("settled", id)
    }

    /// The sessions' own time: the tests' clock stands still.
    private static func now(_ id: SessionIdentifier, _ store: any VerificationStore) async throws -> Instant {
        guard let record = try await store.session(id) else { throw Misused() }
        return record.createdAt
    }

    /// One write per line, so that a line is there in full or not at all.
    private static func say(_ word: String, _ id: SessionIdentifier) {
        FileHandle.standardOutput.write(Data("\(word) \(id)\n".utf8))
    }
}
