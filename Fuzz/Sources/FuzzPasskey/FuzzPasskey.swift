import Crypto
import FuzzSupport

/// The module's own error also needs its store.
enum UserVerificationError: Error {
    case passkey(PasskeyFault)
}

/// What a page hands over of a passkey. The input is one part of it, by its first byte, with everything else good and truly signed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    guard let first = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    switch first % 4 {
    case 0:
        enrol(authenticatorData: Owner.relyingParty + rest, publicKey: Owner.publicKey)
        use(authenticatorData: Owner.relyingParty + rest, clientData: Owner.clientData("webauthn.get"))
    case 1:
        use(authenticatorData: rest, clientData: Owner.clientData("webauthn.get"))
    case 2: use(authenticatorData: Owner.verified(counter: 8), clientData: rest)
    default: enrol(authenticatorData: Owner.verified(counter: 0), publicKey: rest)
    }
    return 0
}

private enum Owner {
    static let key = P256.Signing.PrivateKey()
    static let publicKey = Array(key.publicKey.derRepresentation)
    static let credential = [UInt8](repeating: 5, count: 16)
    static let challenge = [UInt8](repeating: 0, count: 32)
    static let origin = WalletOrigin(port: 8080)
    static let relyingParty = Array(SHA256.hash(data: Array(WalletOrigin.host.utf8)))
    static let record = PasskeyRecord(credential: credential, publicKey: publicKey, counter: 7)

    static func clientData(_ type: String) -> [UInt8] {
        Array(#"{"type":"\#(type)","challenge":"\#(String(repeating: "A", count: 43))","origin":"\#(origin.text)","crossOrigin":false}"#.utf8)
    }

    /// Present and verified.
    static func verified(counter: UInt8) -> [UInt8] { relyingParty + [0x05, 0, 0, 0, counter] }
}

private func enrol(authenticatorData: [UInt8], publicKey: [UInt8]) {
    let creation = PasskeyCreation(
        credential: Owner.credential, publicKey: publicKey, clientData: Owner.clientData("webauthn.create"), authenticatorData: authenticatorData)
    guard let record = try? PasskeyRecord(creation, challenge: Owner.challenge, origin: Owner.origin) else { return }
    law(authenticatorData.count > 37 + 16 && authenticatorData[32] & 0x45 == 0x45, "enrolled without a verified owner or a key")
    law((try? P256.Signing.PublicKey(derRepresentation: record.publicKey)) != nil, "a key is enrolled that is none")
}

private func use(authenticatorData: [UInt8], clientData: [UInt8]) {
    let message = authenticatorData + SHA256.hash(data: clientData)
    guard let signature = try? Owner.key.signature(for: message) else { return law(false, "the owner does not sign") }
    let assertion = PasskeyAssertion(
        credential: Owner.credential, clientData: clientData, authenticatorData: authenticatorData, signature: Array(signature.derRepresentation))
    guard let counter = try? Owner.record.check(assertion, transaction: Owner.challenge, origin: Owner.origin) else { return }
    law(counter > Owner.record.counter, "the counter does not grow")
    law(authenticatorData.starts(with: Owner.relyingParty), "an assertion for another relying party counts")
    law(authenticatorData[32] & 0x05 == 0x05, "an assertion without a verified owner counts")
    law(clientData.starts(with: Owner.clientData("webauthn.get").dropLast()), "an assertion of another transaction counts")
}
