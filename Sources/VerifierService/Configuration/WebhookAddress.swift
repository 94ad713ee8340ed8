import DocumentTrust
import MobileDocument

/// The address that notices go to, as a configuration gives it.
enum WebhookAddress {
    /// Why nothing can be sent to an address, and how to mend that; nil where it can. Nothing of the address is in it: a password may be.
    static func fault(of text: String, _ mode: VerificationMode) -> String? {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#") else {
            return "an address has no fragment (#), no spaces and no letters beyond ASCII; leave them out"
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return form }
        let server = text[colon...].dropFirst(3).prefix { $0 != "/" && $0 != "?" }
        let origin: Origin
        do { origin = try Origin("\(text[..<colon])://\(server)") } catch {
            return error == .userInformation ? "an address has no user and no password; the secret proves who sends" : "\(error.description); \(form)"
        }
        guard origin.scheme == "https" || mode == .development && origin.isLoopback else {
            return "an address starts with https://; http works on loopback only, and not in production"
        }
        return nil
    }

    private static let form = "write it as https://rentals.example/hooks/verification"
}
