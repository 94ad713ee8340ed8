import Crypto
import Foundation
import TextEncodings
import UserVerification

/// An authenticator with one passkey, made in code: what browser and authenticator give, with every field free to be wrong.
struct Authenticator {
    static let origin = WalletOrigin(port: 8791)

    let key = P256.Signing.PrivateKey()
    var credential: [UInt8] = Array("credential-1".utf8)
    var relyingParty = "wallet.localhost"
    /// Present, verified; with the credential in data of a creation.
    var flags: UInt8 = 0x05
    var counter: UInt32 = 1
    var type: String?
    var origin = Authenticator.origin.text
    var crossOrigin = "false"
    /// What stands behind the last member that is compared.
    var tail = "}"
    /// The elements of a COSE_Key's map, up to the first coordinate.
    var keyHead: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]

    func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
        let challenge = Base64URL.encode(challenge)
        return Array(
            #"{"type":"\#(self.type ?? type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":\#(crossOrigin)\#(tail)"#.utf8)
    }

    func data(flags: UInt8) -> [UInt8] {
        Array(SHA256.hash(data: Data(relyingParty.utf8))) + [flags] + withUnsafeBytes(of: counter.bigEndian) { Array($0) }
    }

    func creation(_ challenge: [UInt8]) -> PasskeyCreation {
        let point = key.publicKey.rawRepresentation
        let attested = [UInt8](repeating: 0, count: 16) + [0, UInt8(credential.count)] + credential
        let coseKey = keyHead + point.prefix(32) + [0x22, 0x58, 0x20] + point.suffix(32)
        return PasskeyCreation(
            credential: credential, publicKey: Array(key.publicKey.derRepresentation), clientData: clientData("webauthn.create", challenge),
            authenticatorData: data(flags: flags | 0x40) + attested + coseKey)
    }

    func assertion(_ transaction: [UInt8]) throws -> PasskeyAssertion {
        let clientData = clientData("webauthn.get", transaction)
        let data = data(flags: flags)
        let signature = try key.signature(for: data + SHA256.hash(data: clientData))
        return PasskeyAssertion(
            credential: credential, clientData: clientData, authenticatorData: data, signature: Array(signature.derRepresentation))
    }
}
