/// What is wrong with what a browser gave for a passkey (Web Authentication Level 3, 7.1 and 7.2).
public enum PasskeyFault: String, Sendable, Hashable, CaseIterable {
    /// The client data are for another kind of ceremony.
    case type
    /// They answer another challenge, so another transaction.
    case challenge
    /// They come from another page.
    case origin
    /// They come from a frame inside a page of another origin.
    case crossOrigin
    /// They are not in the form that every browser serializes them in.
    case clientData
    /// The authenticator data are cut off, or lack what the ceremony makes.
    case authenticatorData
    /// They are for another relying party.
    case relyingParty
    /// Nobody was present.
    case userPresence
    /// Somebody was present and not verified.
    case userVerification
    /// The key is no ECDSA key on P-256, or not the one in the authenticator data.
    case key
    /// The credential is not the enrolled one.
    case credential
    /// The signature does not verify.
    case signature
    /// The signature counter does not grow: there may be a copy of the authenticator.
    case counter

    var sentence: String {
        switch self {
        case .type: "the client data are for another kind of ceremony"
        case .challenge: "the client data answer another challenge"
        case .origin: "the client data come from another page"
        case .crossOrigin: "the client data come from a frame of another origin"
        case .clientData: "the client data are not in the serialized form of the standard"
        case .authenticatorData: "the authenticator data are cut off or incomplete"
        case .relyingParty: "the authenticator data are for another relying party"
        case .userPresence: "nobody was present at the authenticator"
        case .userVerification: "the authenticator did not verify who was present"
        case .key: "the key is not an ECDSA key on P-256, or not the one of the authenticator data"
        case .credential: "the credential is not the one that is enrolled"
        case .signature: "the signature does not verify"
        case .counter: "the signature counter does not grow, so there may be a copy of the authenticator"
        }
    }
}
