import HTTPTypes
import Hummingbird
import MobileDocument
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
            for pair in header.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
                return BrowserToken(String(parts[1]))
            }
        }
        return nil
    }

    /// The header that sets it.
    func header(_ token: BrowserToken, expiresAt: Instant, now: Instant) -> String {
        let seconds = max(0, expiresAt.secondsSinceEpoch - now.secondsSinceEpoch)
        return "\(name)=\(token.text); Path=/; Max-Age=\(seconds); Secure; HttpOnly; SameSite=Strict"
    }
}
