import DocumentProvider

/// An app of this wallet: its name, and what it holds.
struct WalletApp: Sendable {
    let name: String
    let holder: Holder
}
