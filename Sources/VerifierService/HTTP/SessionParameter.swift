import Hummingbird
import MobileDocument
import RelyingParty

extension ServiceContext {
    /// The session a path names. A text that cannot be one is as unknown as one that never was.
    func sessionIdentifier() throws(Problem) -> SessionIdentifier {
        guard let text = parameters.get("id"), text.utf8.count == 22, Base64URL.decode(text) != nil else {
            throw Problem(.notFound, "session.unknown", "there is no such session; it may have been removed")
        }
        return SessionIdentifier(rawValue: text)
    }
}
