import WalletBroker

/// Who asks, above everything a provider shows.
struct ConsentContent: Content {
    static let template = "consent"

    let words: Wording
    let asks, before, owned, after, reporter: String
    let icon, authority, warning: String?
    let isSevere: Bool

    init(_ requester: Requester, in words: Wording) {
        let origin = ShownOrigin(requester.origin)
        self.words = words
        (before, owned, after) = origin.parts
        asks = words.asks.filled(requester.brand?.name ?? origin.host)
        reporter = requester.reportingProgram.map { words.reportedBy.filled($0) } ?? words.reportedByBrowser
        icon = Picture.address(requester.brand?.icon)
        authority = requester.brand.map { words.verifiedBy.filled($0.authority) }
        let unicode = origin.unicode ?? ""
        switch origin.warning {
        case nil: (warning, isSevere) = (nil, false)
        case .looksLike(let name): (warning, isSevere) = (words.looksLike.filled(name, origin.host), true)
        case .mixesScripts: (warning, isSevere) = (words.mixesScripts.filled(unicode, origin.host), true)
        case .isInternational: (warning, isSevere) = (words.isInternational.filled(unicode, origin.host), false)
        }
    }
}
