import Crypto
import Foundation
import HybridTransport

/// Handshakes that are done.
enum Handshakes {
    /// With the keys of the vectors.
    static func fixed() throws -> (client: SessionKeys, authenticator: SessionKeys) {
        let fixed = FixedExchange()
        return try finished(
            identity: .init(rawRepresentation: fixed.clientIdentity), shared: SymmetricKey(data: fixed.sharedKey),
            client: .init(rawRepresentation: fixed.clientEphemeral), authenticator: .init(rawRepresentation: fixed.authenticatorEphemeral))
    }

    /// With new keys.
    static func finished(
        identity: P256.KeyAgreement.PrivateKey = .init(), shared: SymmetricKey = .init(size: .bits256), client: P256.KeyAgreement.PrivateKey = .init(),
        authenticator: P256.KeyAgreement.PrivateKey = .init()
    ) throws -> (client: SessionKeys, authenticator: SessionKeys) {
        let handshake = try ClientHandshake(.scanned(identity: identity), sharedKey: shared, ephemeral: client)
        let (reply, theirs) = try AuthenticatorHandshake.answer(
            handshake.message, .scanned(client: identity.publicKey), sharedKey: shared, ephemeral: authenticator)
        return (try handshake.finish(reply), theirs)
    }
}
