import MobileDocument
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a backend sends when its app has an answer: `encryptedData` of the app's document, in base64 or base64url.
struct EnvelopeBody: Decodable, Sendable {
    let encryptedData: String

    /// The envelope; nil where the text is neither.
    var envelope: [UInt8]? { Base64URL.decode(encryptedData) ?? Data(base64Encoded: encryptedData).map { Array($0) } }
}
