import HybridTransport
import NIOHTTP1
import TextEncodings

/// Headers of tunnel services.
enum TunnelHeader {
    /// By what the service finds a tunnel, in its answer to an authenticator: six hexadecimal digits.
    static let routing = "X-caBLE-Routing-ID"
    /// What a linked client tells the authenticator to wake it: `ClientPayload` in hexadecimal digits.
    static let payload = "X-caBLE-Client-Payload"
    /// `true`: the service is to say with a message of one zero byte that the authenticator is there.
    static let signal = "X-caBLE-Signal-Connection"
    /// With what an authenticator waits, in base64url after `Bearer `.
    static let authorization = "Authorization"

    private static let scheme = "Bearer "

    /// The header with which an authenticator waits.
    static func authorizing(_ secret: ContactSecret) -> HTTPHeaders { [authorization: scheme + Base64URL.encode(secret.secretBytes)] }

    /// The secret with which an authenticator waits; nil where there is none, or two.
    static func secret(in headers: HTTPHeaders) -> ContactSecret? {
        let values = headers[authorization]
        guard values.count == 1, values[0].hasPrefix(scheme) else { return nil }
        return Base64URL.decode(String(values[0].dropFirst(scheme.count))).flatMap { ContactSecret($0) }
    }

    /// The header with which a linked client calls.
    static func calling(with payload: ClientPayload) -> HTTPHeaders { [self.payload: Hexadecimal.text(payload.encoded)] }

    /// What a linked client tells; nil where it is none, or two.
    static func payload(in headers: HTTPHeaders) -> ClientPayload? {
        let values = headers[payload]
        guard values.count == 1, values[0].utf8.count <= 2 * ClientPayload.maximumBytes, let bytes = Hexadecimal.bytes(values[0]) else { return nil }
        return try? ClientPayload(bytes)
    }
}
