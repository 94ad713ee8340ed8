import Crypto
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Signs webhooks, and checks them where they arrive.
///
/// The signature is HMAC-SHA256 over `id.timestamp.body`, in the form of the Standard Webhooks convention: headers
/// `webhook-id`, `webhook-timestamp` (seconds since 1970) and `webhook-signature: v1,BASE64`.
public struct WebhookSigner: Sendable {
    private let key: SymmetricKey

    /// Fewest bytes of a secret.
    public static let minimumSecretBytes = 24
    /// Seconds by which the timestamp may differ from the receiver's clock.
    public static let tolerance: Int64 = 300

    /// Takes a shared secret; nil if it is shorter than 24 bytes.
    public init?(secret: [UInt8]) {
        guard secret.count >= Self.minimumSecretBytes else { return nil }
        key = SymmetricKey(data: secret)
    }

    /// The value of `webhook-signature`.
    public func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
        "v1," + Data(HMAC<SHA256>.authenticationCode(for: Self.signed(id, timestamp, body), using: key)).base64EncodedString()
    }

    /// True if a webhook is genuine and fresh. For the receiver.
    ///
    /// - Parameter signature: the header, which may hold several signatures, separated by spaces.
    public func isValid(signature: String, id: String, timestamp: Int64, body: [UInt8], at time: Int64) -> Bool {
        let (age, overflow) = time.subtractingReportingOverflow(timestamp)
        guard !overflow, (-Self.tolerance...Self.tolerance).contains(age) else { return false }
        let signed = Self.signed(id, timestamp, body)
        return signature.split(separator: " ").prefix(8).contains { candidate in
            guard candidate.hasPrefix("v1,"), let code = Data(base64Encoded: String(candidate.dropFirst(3))) else { return false }
            return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: key)
        }
    }

    private static func signed(_ id: String, _ timestamp: Int64, _ body: [UInt8]) -> [UInt8] { Array("\(id).\(timestamp).".utf8) + body }
}
