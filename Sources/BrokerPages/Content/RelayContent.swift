/// The page that websites open.
struct RelayContent: Content {
    static let template = "relay"

    let words: Wording
}
