/// The apps among which the owner of the wallet selects. Those that cannot answer are not named: they are hidden, not shown as locked.
struct SelectorPage: Encodable, Sendable {
    struct App: Encodable, Sendable {
        /// Which app it is, to be named in what follows.
        let app: Int
        let name: String
    }

    let apps: [App]
}
