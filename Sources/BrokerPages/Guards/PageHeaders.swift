import HTTPTypes
import UserVerification

/// The headers of an answer, by what it is. Nothing runs or loads but what comes from the broker itself.
enum PageHeaders {
    /// What an answer is.
    enum Kind {
        /// The page that websites open: they have to reach it, so it has no opener policy, and the browser lets nothing else through.
        case relay
        /// A window of the wallet's own, cut off from every other page.
        case window
        /// That of the wallet's windows in which a person answers another device, which takes a picture of its code.
        case answering
        /// A provider's sheet in its frame.
        case sheet
        /// A file that pages load. A sheet is of no origin, so its style sheet is loaded across origins.
        case asset
        /// What a page's script gets.
        case exchange
        /// What is not answered.
        case refusal
    }

    static func fields(_ kind: Kind, _ origin: WalletOrigin) -> HTTPFields {
        var fields = common
        fields[.contentSecurityPolicy] = policy(kind, origin.text)
        fields[HTTPField.Name("Permissions-Policy")!] =
            "publickey-credentials-get=(self), publickey-credentials-create=(self), camera=\(kind == .answering ? "(self)" : "()"), microphone=(), "
            + "geolocation=(), clipboard-read=()"
        fields[HTTPField.Name("Cross-Origin-Resource-Policy")!] = kind == .asset ? "cross-origin" : "same-origin"
        if let opener = openerPolicy(kind) { fields[HTTPField.Name("Cross-Origin-Opener-Policy")!] = opener }
        if let leftovers = leftovers(kind) { fields[HTTPField.Name("Clear-Site-Data")!] = leftovers }
        return fields
    }

    private static let common: HTTPFields = [
        .cacheControl: "no-store",
        HTTPField.Name("Referrer-Policy")!: "no-referrer",
        HTTPField.Name("X-Content-Type-Options")!: "nosniff",
    ]

    /// Which pages that open this one keep hold of it. The windows have none, not even of this origin: a page that was left open by whoever had the
    /// port could say the same, and read along. A browser that does not know that word takes it for no policy, which gives websites nothing: they
    /// have no window's address, and what the wallet opens, it opens without an opener.
    private static func openerPolicy(_ kind: Kind) -> String? {
        switch kind {
        case .relay: nil
        case .window, .answering: "noopener-allow-popups"
        case .sheet, .asset, .exchange, .refusal: "same-origin"
        }
    }

    /// What the browser is to forget of this origin. The pages keep nothing there: it was left by whoever had the port while no broker ran,
    /// such as a worker that answers in their place. Searching a full cache takes a browser a moment, so the relay, which has just come from here
    /// and not from the cache, and refusals, of which websites can have many, leave that to the windows.
    private static func leftovers(_ kind: Kind) -> String? {
        switch kind {
        case .window, .answering: #""cache", "storage""#
        case .relay, .refusal: #""storage""#
        case .sheet, .asset, .exchange: nil
        }
    }

    private static func policy(_ kind: Kind, _ origin: String) -> String {
        switch kind {
        case .relay:
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'none'; "
                + "frame-ancestors 'none'; base-uri 'none'"
        case .window, .answering:
            // A frame can be led nowhere but to sheets, whatever a provider writes into one.
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src \(origin)/sheet/; "
                + "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
        case .sheet:
            "default-src 'none'; style-src \(origin)\(Asset.sheetStyle.path); img-src data:; form-action \(origin)/sheet/; "
                + "frame-ancestors \(origin); base-uri 'none'; sandbox allow-forms"
        case .asset, .exchange, .refusal:
            "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
        }
    }
}
