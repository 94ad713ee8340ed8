package import Crypto
import MobileDocument

/// An EC private key as a JSON Web Key (RFC 7517), as far as replaying exchanges needs it.
package struct JSONWebKey: Decodable {
    let kty: String
    let crv: String
    let d: String

    package func privateKey() throws -> P256.KeyAgreement.PrivateKey {
        guard kty == "EC", crv == "P-256", let scalar = Base64URL.decode(d),
            let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: scalar)
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "recipientPrivateKey: the JWK is not a P-256 private key (kty EC, crv P-256, d)"))
        }
        return key
    }
}
