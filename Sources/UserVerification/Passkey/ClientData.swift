import TextEncodings

/// The client data of a ceremony, compared and never decoded: the limited verification algorithm of Web Authentication Level 3,
/// 5.8.1.2.
///
/// All browsers serialize the first members in one way, so what they have to be is a prefix that can be written down.
enum ClientData {
    /// Which ceremony.
    enum Ceremony: String {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    static func check(_ bytes: [UInt8], _ ceremony: Ceremony, challenge: [UInt8], origin: WalletOrigin) throws(UserVerificationError) {
        // Nothing that is written here has a character that JSON escapes.
        var rest = bytes[...]
        try skip(#"{"type":""#, in: &rest, .clientData)
        try skip(ceremony.rawValue + #"","challenge":""#, in: &rest, .type)
        try skip(Base64URL.encode(challenge) + #"","origin":""#, in: &rest, .challenge)
        try skip(origin.text + #"","crossOrigin":"#, in: &rest, .origin)
        try skip("false", in: &rest, .crossOrigin)
        // The end, or a member that a later browser adds.
        guard let next = rest.first, next == UInt8(ascii: "}") || next == UInt8(ascii: ",") else { throw .passkey(.clientData) }
    }

    private static func skip(_ expected: String, in rest: inout ArraySlice<UInt8>, _ fault: PasskeyFault) throws(UserVerificationError) {
        guard rest.starts(with: expected.utf8) else { throw .passkey(fault) }
        rest = rest.dropFirst(expected.utf8.count)
    }
}
