import CBOR
import COSE

/// A status token as it was fetched: read, and believed in nothing.
///
/// It answers no question about a document; only `VerifiedStatusList` does.
public struct StatusToken: Sendable {
    /// Which kind it says it is.
    public let kind: StatusTokenKind
    let envelope: COSESign1

    /// Longest token in bytes. One status bit for each of 30 million documents fits, even uncompressed.
    public static let maximumBytes = 4 << 20
    /// An identifier list of two million entries fits, and nothing larger is walked.
    static let limits = CBORLimits(totalBytes: maximumBytes, depth: 16, items: 4_000_000, stringBytes: maximumBytes)

    /// Reads a token, with or without tag 18.
    ///
    /// - Throws: `StatusFault` `status.tooLarge`, `status.structure` or `status.type`.
    public init(_ bytes: [UInt8]) throws(StatusFault) {
        guard bytes.count <= Self.maximumBytes else {
            throw StatusFault(.tooLarge, "the token has \(bytes.count) bytes, at most \(Self.maximumBytes) are accepted")
        }
        do {
            var reader = try CBORReader(bytes, limits: Self.limits)
            if try reader.peekKind() == .tag {
                guard try reader.readTag() == 18 else { throw CBORError(.invalidValue, at: 0, "the tag is not 18 (COSE_Sign1)") }
            }
            envelope = try COSESign1(from: &reader)
            try reader.finish()
        } catch {
            throw StatusFault(.structure, "the token is not a COSE_Sign1: \(error)")
        }
        guard let kind = envelope.headers.type.flatMap(StatusTokenKind.init(typeHeader:)) else {
            throw StatusFault(.type, "the token's type header names neither a status list nor an identifier list")
        }
        self.kind = kind
    }

    /// The address it claims to be the token of. Nobody vouches for it yet.
    public var claimedSubject: String? { try? readSubject() }

    /// The same, or why its claims cannot be read.
    package func readSubject() throws(StatusFault) -> String { try claims().subject }

    func claims() throws(StatusFault) -> StatusClaims {
        guard let payload = envelope.payload else { throw StatusFault(.claims, "the token has no payload") }
        do {
            return try StatusClaims(payload, kind: kind)
        } catch {
            throw StatusFault(.claims, "the token's claims cannot be read: \(error)")
        }
    }
}
