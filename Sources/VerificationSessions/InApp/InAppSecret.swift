import CBOR
import Crypto
import RelyingParty

/// What an in-app session's envelope is bound to, `[nonce, merchant identifier, team identifier]`, sealed until the answer comes.
///
/// It is no secret: the stored request, which the app gets, names the same in plain text. It is sealed so that nobody who can write to the store
/// decides which envelope answers a session.
struct InAppSecret {
    let nonce: [UInt8]
    let merchantIdentifier: String
    let teamIdentifier: String

    init(nonce: [UInt8], merchant: InAppMerchant) {
        self.nonce = nonce
        merchantIdentifier = merchant.merchantIdentifier
        teamIdentifier = merchant.teamIdentifier
    }

    /// Reads what `cbor` gave.
    init(cbor bytes: [UInt8]) throws(CBORError) {
        var reader = try CBORReader(bytes)
        (nonce, merchantIdentifier, teamIdentifier) = try reader.readTuple(3) { reader throws(CBORError) in
            (try reader.readBytes().array, try reader.readText(), try reader.readText())
        }
        try reader.finish()
    }

    var cbor: [UInt8] {
        var writer = CBORWriter(capacity: 256)
        writer.array(3)
        writer.byteString(nonce)
        writer.text(merchantIdentifier)
        writer.text(teamIdentifier)
        return writer.bytes
    }

    /// In the place of a browser's token: an in-app session is bound to the route of the website's server. No token has this digest, since the text
    /// of a token has no colon.
    static func binding(of id: SessionIdentifier) -> [UInt8] { Array(SHA256.hash(data: Array("in-app:\(id.rawValue)".utf8))) }
}
