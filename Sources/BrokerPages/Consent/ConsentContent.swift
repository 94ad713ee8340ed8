import WalletBroker

/// Who asks, above everything a provider shows.
struct ConsentContent: Content {
    /// Where somebody says what they do with the data they keep.
    struct Policy: Sendable {
        let title, address: String
    }

    static let template = "consent"

    let words: Wording
    let asks, label, before, owned, after, reporter: String
    let icon, authority, warning: String?
    let isSevere: Bool
    let policies: [Policy]

    /// - Parameter isOfLinkedDevice: whether a device asks that needs no code.
    init(_ requester: Requester, isOfLinkedDevice: Bool, in words: Wording) {
        self.words = words
        icon = Picture.address(requester.brand?.icon)
        authority = requester.brand.map { words.verifiedBy.filled($0.authority) }
        asks = words.asks.filled(requester.brand?.name ?? requester.shownName)
        if let app = requester.app {
            (label, before, owned, after) = (words.app, "", app.identifier, "")
            reporter = words.askedBy.filled(Self.name(of: requester.reporter, in: words) ?? "")
            (warning, isSevere) = (nil, false)
            policies = app.privacyPolicies.filter { $0.address.hasPrefix("https://") }.map {
                Policy(title: words.privacyPolicyOf.filled($0.party), address: $0.address)
            }
            return
        }
        let origin = ShownOrigin(requester.origin)
        label = words.address
        (before, owned, after) = origin.parts
        let reported =
            if isOfLinkedDevice { words.reportedByLinkedDevice } else if requester.isOnAnotherDevice { words.reportedByDevice } else { words.reportedBy }
        reporter = Self.name(of: requester.reporter, in: words).map { reported.filled($0) } ?? words.reportedByBrowser
        (warning, isSevere) = Self.warning(of: origin, in: words)
        policies = []
    }

    /// What a program is called; nil where nobody knows of one.
    private static func name(of reporter: Reporter, in words: Wording) -> String? {
        switch reporter {
        case .program: reporter.shownPath
        case .hidden(let process): words.hiddenProgram.filled("\(process)")
        case .page: nil
        }
    }

    private static func warning(of origin: ShownOrigin, in words: Wording) -> (String?, isSevere: Bool) {
        let unicode = origin.unicode ?? ""
        return switch origin.warning {
        case nil: (nil, false)
        case .looksLike(let name): (words.looksLike.filled(name, origin.host), true)
        case .mixesScripts: (words.mixesScripts.filled(unicode, origin.host), true)
        case .isInternational: (words.isInternational.filled(unicode, origin.host), false)
        }
    }
}

extension Requester {
    /// What a page or an app is called where nobody has given it a name: its host, its identifier.
    var shownName: String { app?.name ?? ShownOrigin(origin).host }
}
