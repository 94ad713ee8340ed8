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

    private static let maximumAnswerBytes = 1 << 16
    let address: String

    /// Has the office begin a transaction.
    func begin() async throws -> Transaction { try await post("/passes", nil) }

    /// Hands over what the wallet gave; what the office decides by it.
    func finish(_ transaction: Transaction, with envelope: [UInt8]) async throws -> Outcome {
        let body = try JSONEncoder().encode(["encryptedData": Data(envelope).base64EncodedString()])
        return try await post("/passes/\(transaction.session)", body)
    }

    private func post<Answer: Decodable>(_ path: String, _ body: Data?) async throws -> Answer {
        var request = HTTPClientRequest(url: address + path)
        request.method = .POST
        request.headers = ["content-type": "application/json"]
        if let body { request.body = .bytes(body) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let answer = try await response.body.collect(upTo: Self.maximumAnswerBytes)
        return try JSONDecoder().decode(Answer.self, from: Data(answer.readableBytesView))
    }
}
