public import X509
import TextEncodings

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A grant that a registrar signed: JWS in compact form (RFC 7515) over claims (RFC 7519), with ECDSA.
///
/// The signature is checked over the text as it came before anything of it is decoded. A token says what one build of an app may ask for. It is no secret:
/// who shows a copy is not that build. So whoever takes one also calls ``refusal(ofExecutable:at:)`` with the hash of the program that is really at the
/// other end, and asks the registrar's revocation list for ``GrantClaims/serialNumber``.
public struct GrantToken: Sendable, Hashable {
    /// Longest token that is looked at, in bytes.
    public static let maximumBytes = 16_384

    /// What the registrar says.
    public let claims: GrantClaims
    /// The token as it came.
    public let text: String

    /// Checks a token.
    ///
    /// - Parameter keys: of the registrars that are trusted; none trusts nobody.
    public init(_ text: String, signedByOneOf keys: [Certificate.PublicKey]) throws(GrantTokenFault) {
        guard text.utf8.count <= Self.maximumBytes else { throw .form }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64URL.decode(String(parts[2])) else { throw .form }
        let message = Array("\(parts[0]).\(parts[1])".utf8)
        let isSigned = keys.contains { key in
            GrantAlgorithm(key).map { $0.header == parts[0] } ?? false && GrantAlgorithm.isValid(signature, over: message, by: key)
        }
        guard isSigned else { throw .signature }
        guard let payload = Base64URL.decode(String(parts[1])), let claims = try? JSONDecoder().decode(GrantClaims.self, from: Data(payload)) else {
            throw .claims
        }
        self.claims = claims
        self.text = text
    }

    /// Signs claims.
    ///
    /// - Parameters:
    ///   - key: the public half of the key that signs, on P-256, P-384 or P-521.
    ///   - sign: gives the raw signature (`r ‖ s`) over a message.
    public init(_ claims: GrantClaims, for key: Certificate.PublicKey, sign: ([UInt8]) throws -> [UInt8]) throws(GrantTokenFault) {
        guard let algorithm = GrantAlgorithm(key) else { throw .signature }
        guard let message = Self.message(claims, algorithm) else { throw .claims }
        guard let signature = try? sign(Array(message.utf8)) else { throw .signature }
        try self.init("\(message).\(Base64URL.encode(signature))", signedByOneOf: [key])
    }

    /// Whether a token can say claims within ``maximumBytes``, whichever key signs it.
    package static func isWithinBounds(_ claims: GrantClaims) -> Bool {
        // The longest signature has 132 bytes.
        let signature = Base64URL.encode([UInt8](repeating: 0, count: 132))
        return message(claims, .es512).map { "\($0).\(signature)".utf8.count <= maximumBytes } ?? false
    }

    /// What is signed.
    private static func message(_ claims: GrantClaims, _ algorithm: GrantAlgorithm) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(claims)).map { "\(algorithm.header).\(Base64URL.encode($0))" }
    }

    /// Why a program may not use it at a time; nil where it may, if it is not withdrawn.
    ///
    /// - Parameters:
    ///   - executable: SHA-256 of the program's file, read through the running process.
    ///   - time: seconds since 1970.
    public func refusal(ofExecutable executable: [UInt8], at time: Int64) -> GrantTokenRefusal? {
        claims.executable == executable ? refusal(at: time) : .executable
    }

    /// Why no program may use it at a time; nil where the one it is for may, if it is not withdrawn.
    ///
    /// - Parameter time: seconds since 1970.
    public func refusal(at time: Int64) -> GrantTokenRefusal? {
        guard time >= claims.notBefore else { return .early }
        return time <= claims.notAfter ? nil : .expired
    }
}
