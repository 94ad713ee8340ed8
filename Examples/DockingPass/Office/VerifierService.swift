import AsyncHTTPClient
import Foundation
import Hummingbird
import NIOCore
import NIOHTTP1

/// What the app posts: the wallet's answer, which nobody but the verifier service can open.
struct SealedAnswer: Codable, Sendable {
    let encryptedData: String
}

/// What the app is told to ask with.
struct Transaction: ResponseEncodable, Sendable {
    let session, nonce, merchantIdentifier: String
}

/// What the office decides; the app has the words for it.
struct Decision: ResponseEncodable, Sendable {
    enum Kind: String, Encodable {
        case berth, unverified, tooYoung
    }

    let kind: Kind
    let session: String
    var berth: Int?
}

/// The verifier service, as this office uses it.
struct VerifierService: Sendable {
    private struct Start: Encodable {
        let policy: String
        let inApp = true
    }

    private struct Session: Decodable {
        struct InApp: Decodable {
            let nonce, merchantIdentifier: String
        }

        struct Refusal: Decodable {
            let code: String
        }

        let id, status: String
        let inApp: InApp?
        let refusal: Refusal?
    }

    private struct Verified: Decodable {
        struct Goal: Decodable {
            let goal, outcome: String
        }

        let satisfied: Bool
        let goals: [Goal]

        /// Whether the document says itself that its owner is not old enough. What it leaves open it does not say.
        var isTooYoung: Bool { goals.contains { $0.goal.contains("age_over_") && $0.outcome == "not_met" } }
    }

    private struct Problem: Decodable {
        let code: String
    }

    /// The service has an answer to the session already.
    private struct AlreadyAnswered: Error {}

    private static let maximumAnswerBytes = 2 << 20
    private static let answered: Set<String> = ["session.used", "session.interrupted"]
    /// By these a refused session says that nobody has read the answer: another document would not mend that.
    private static let unread: Set<String> = ["response.decryption", "session.interrupted"]
    /// Refusals that may not be there the next time.
    private static let passing: Set<UInt> = [408, 429]
    let address: String
    let key: String
    let policy: String

    /// Starts a session.
    func begin() async throws -> Transaction {
        let session: Session = try await call(.POST, "/v1/sessions", JSONEncoder().encode(Start(policy: policy)))
        guard let inApp = session.inApp else { throw HTTPError(.badGateway) }
        return Transaction(session: session.id, nonce: inApp.nonce, merchantIdentifier: inApp.merchantIdentifier)
    }

    /// Has an answer verified, and decides.
    func decide(_ session: String, by answer: SealedAnswer) async throws -> Decision {
        guard session.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }) else { throw HTTPError(.notFound) }
        let settled = try await settled(session, by: answer)
        switch settled.status {
        case "verified": break
        case "refused" where Self.unread.contains(settled.refusal?.code ?? ""): throw HTTPError(.unprocessableContent)
        case "refused": return Decision(kind: .unverified, session: session)
        // The first post of the answer is still judged.
        default: throw HTTPError(.badGateway)
        }
        let result: Verified = try await call(.GET, "/v1/sessions/\(session)/result", nil)
        if result.satisfied { return Decision(kind: .berth, session: session, berth: 7) }
        return Decision(kind: result.isTooYoung ? .tooYoung : .unverified, session: session)
    }

    /// The session once it has its answer.
    ///
    /// An app that heard nothing sends its answer again. A session answers once: where the service has an answer, that one decides.
    private func settled(_ session: String, by answer: SealedAnswer) async throws -> Session {
        do { return try await call(.POST, "/v1/sessions/\(session)/envelope", JSONEncoder().encode(answer)) } catch is AlreadyAnswered {
            return try await call(.GET, "/v1/sessions/\(session)?wait=10", nil)
        }
    }

    private func call<Answer: Decodable>(_ method: HTTPMethod, _ path: String, _ body: Data?) async throws -> Answer {
        var request = HTTPClientRequest(url: address + path)
        request.method = method
        request.headers = ["authorization": "Bearer \(key)", "content-type": "application/json"]
        if let body { request.body = .bytes(body) }
        let status: HTTPResponseStatus
        let answer: Data
        do {
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
            status = response.status
            answer = Data(try await response.body.collect(upTo: Self.maximumAnswerBytes).readableBytesView)
        } catch is CancellationError {
            throw HTTPError(.badGateway)
        } catch {
            warn("cannot be reached, or does not answer in time; check --service")
            throw HTTPError(.badGateway)
        }
        guard (200..<300).contains(status.code) else {
            let code = (try? JSONDecoder().decode(Problem.self, from: answer))?.code
            if let code, Self.answered.contains(code) { throw AlreadyAnswered() }
            let mending = [401, 403, 404].contains(status.code) ? "; check --key-file and --policy" : ""
            warn("answers \(status.code) (\(code ?? "without a code"))\(mending)")
            // By a 422 the app knows that it would be refused the next time, too.
            let isFinal = (400..<500).contains(status.code) && !Self.passing.contains(status.code)
            throw HTTPError(isFinal ? .unprocessableContent : .badGateway)
        }
        return try JSONDecoder().decode(Answer.self, from: answer)
    }

    /// Tells whoever runs the office: the app's person can only be told to try again.
    private func warn(_ fault: String) {
        try? FileHandle.standardError.write(contentsOf: Data("WARNING: the verifier service at \(address) \(fault)\n".utf8))
    }
}
