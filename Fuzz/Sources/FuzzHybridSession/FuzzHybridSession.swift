import Crypto
import FuzzSupport
import HybridTransport

/// What strangers can send to either side before and after the handshake: whatever it is, it is no handshake and opens as no frame.
private enum Session {
    static let secret = [UInt8](repeating: 1, count: 16)
    static let key = SymmetricKey(data: [UInt8](repeating: 2, count: 32))
    static let identity = scalar(3)
    static let clientEphemeral = scalar(4)
    static let authenticatorEphemeral = scalar(5)
    static let hello = clientHandshake().message
    static let answered = answer(hello)
    static let keys = finish(answered.message)

    static func clientHandshake() -> ClientHandshake {
        guard let handshake = try? ClientHandshake(.scanned(identity: identity), sharedKey: key, ephemeral: clientEphemeral) else { fatalError("no handshake") }
        return handshake
    }

    static func answer(_ hello: [UInt8]) -> (message: [UInt8], keys: SessionKeys) {
        guard let answered = try? reply(hello) else { fatalError("our own handshake is refused") }
        return answered
    }

    static func reply(_ hello: [UInt8]) throws(HybridError) -> (message: [UInt8], keys: SessionKeys) {
        try AuthenticatorHandshake.answer(hello, .scanned(client: identity.publicKey), sharedKey: key, ephemeral: authenticatorEphemeral)
    }

    static func finish(_ reply: [UInt8]) -> SessionKeys? { try? clientHandshake().finish(reply) }

    private static func scalar(_ value: UInt8) -> P256.KeyAgreement.PrivateKey {
        guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](repeating: value, count: 32)) else { fatalError("no key") }
        return key
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    if bytes != Session.hello { law((try? Session.reply(bytes)) == nil, "a stranger's handshake is answered") }
    if bytes != Session.answered.message { law(Session.finish(bytes) == nil, "a stranger's handshake is finished") }
    var (client, authenticator) = (Session.keys?.opener, Session.answered.keys.opener)
    law((try? client?.open(bytes)) == nil, "a stranger's frame opens for the client")
    law((try? authenticator.open(bytes)) == nil, "a stranger's frame opens for the authenticator")
    if let advert = Advert(serviceData: bytes) {
        law((try? AdvertKey(secret: Session.secret).open(advert)) == .some(nil), "a stranger's advert is opened")
    }
    return 0
}
