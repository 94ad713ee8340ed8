import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// The app's own server.
struct HarbourOffice: Sendable {
    /// One question to a person, as the server remembers it.
    struct Transaction: Decodable, Sendable {
        let session: String
        let merchantIdentifier: String
        private let nonceText: String

        private enum CodingKeys: String, CodingKey {
            case session, merchantIdentifier, nonceText = "nonce"
        }

        /// The nonce, which travels as base64url.
        var nonce: [UInt8] {
            let text = nonceText.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)).map { Array($0) } ?? []
        }
    }

    /// What came in the place of an answer.
    private struct Refusal: Error {
        let status: UInt
    }

    private static let maximumAnswerBytes = 1 << 16
    private static let patience = TimeAmount.seconds(30)
    /// Seconds before an answer is sent again.
    private static let pauses: [Int64] = [1, 2, 4]
    /// By these somebody says that the office, or whom it asks, is away or has too much to do.
    private static let passing: Set<UInt> = [429, 502, 503, 504]
    /// By this the office says that it cannot decide by the answer, however often it is sent.
    private static let unusable: UInt = 422
    let address: String

    /// Has the office begin a transaction.
    func begin() async throws -> Transaction { try await post("/passes", nil, by: NIODeadline.now() + Self.patience) }

    /// Hands over what the wallet gave; what the office decides by it.
    ///
    /// Again, while nothing says what became of it: nobody should have to agree twice because a reply was lost. The office decides by the first.
    func finish(_ transaction: Transaction, with envelope: [UInt8]) async throws -> Outcome {
        let body = try JSONEncoder().encode(["encryptedData": Data(envelope).base64EncodedString()])
        let end = NIODeadline.now() + Self.patience
        var pauses = Self.pauses[...]
        while true {
            do {
                return try await post("/passes/\(transaction.session)", body, by: end)
            } catch let refusal as Refusal where refusal.status == Self.unusable {
                return Outcome(kind: .unusable, session: transaction.session)
            } catch {
                guard Self.mayPass(error), let pause = pauses.popFirst(), NIODeadline.now() + .seconds(pause) < end else { throw error }
                try await Task.sleep(for: .seconds(pause))
            }
        }
    }

    /// Whether the same may be answered the next time.
    private static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case let refusal as Refusal: passing.contains(refusal.status)
        case is DecodingError: false
        default: true
        }
    }

    private func post<Answer: Decodable>(_ path: String, _ body: Data?, by end: NIODeadline) async throws -> Answer {
        var request = HTTPClientRequest(url: address + path)
        request.method = .POST
        request.headers = ["content-type": "application/json"]
        if let body { request.body = .bytes(body) }
        let response = try await HTTPClient.shared.execute(request, deadline: end)
        let answer = try await response.body.collect(upTo: Self.maximumAnswerBytes)
        guard response.status == .ok else { throw Refusal(status: response.status.code) }
        return try JSONDecoder().decode(Answer.self, from: Data(answer.readableBytesView))
    }
}
