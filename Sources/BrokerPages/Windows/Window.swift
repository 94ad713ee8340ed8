/// An open window.
struct Window: Sendable {
    let purpose: WindowPurpose
    /// The language it began in.
    let language: Language
}
