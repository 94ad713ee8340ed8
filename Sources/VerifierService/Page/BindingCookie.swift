import HTTPTypes
import Hummingbird
import RelyingParty
import VerificationSessions

/// The cookie that binds a session to the browser that was handed its request.
///
/// Its name has the prefix `__Host-`, so a browser keeps it only if it came over a secure connection, for this host alone; scripts
/// cannot read it, and no other site's request carries it.
struct BindingCookie {
    let name: String

    /// Each session has a cookie of its own, so that two tabs do not take each other's.
    init(_ id: SessionIdentifier) { name = "__Host-verification-" + id.rawValue.prefix(12) }

    /// The token the browser sent.
    func token(in request: Request) -> BrowserToken? {
        for header in request.headers[values: .cookie] {
            // Byte for byte: characters are dearer, and every name and token here is ASCII.
            for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard pair.starts(with: name.utf8) else { continue }
                let rest = pair.dropFirst(name.utf8.count)
                guard rest.first == UInt8(ascii: "=") else { continue }
                return BrowserToken(String(decoding: rest.dropFirst(), as: UTF8.self))
            }
        }
        return nil
    }

    /// The header that sets it.
    func header(_ token: BrowserToken, secondsLeft: Int64) -> String {
        "\(name)=\(token.text); Path=/; Max-Age=\(secondsLeft); Secure; HttpOnly; SameSite=Strict"
    }
}
