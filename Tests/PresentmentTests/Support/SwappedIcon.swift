import Crypto
import Foundation
import MobileDocumentTesting

/// Another picture in a reader's certificate, put there by somebody who does not have the authority's key.
enum SwappedIcon {
    /// A place in the compressed picture of icons of the tests: behind signature, header, and the chunk's length and name.
    private static let place = 45

    /// A certificate of the same length whose picture differs in one bit.
    ///
    /// - Parameter withHash: whether the hash that the certificate states of its picture is that of the other one, too, so that nothing but
    ///   the authority's signature tells.
    static func certificate(_ certificate: [UInt8], swapping png: [UInt8], withHash: Bool) throws -> [UInt8] {
        var other = png
        other[place] ^= 1
        func text(_ picture: [UInt8]) -> [UInt8] { Array(Data(picture).base64EncodedString().utf8) }
        let swapped = AlteredResponse.replacing(text(png), with: text(other), in: certificate)
        let (hash, otherHash) = (Array(SHA256.hash(data: png)), Array(SHA256.hash(data: other)))
        let stating = AlteredResponse.replacing(hash, with: otherHash, in: swapped)
        guard swapped != certificate, stating != swapped else { throw CancellationError() }
        return withHash ? stating : swapped
    }
}
