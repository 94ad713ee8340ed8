/// Why nobody is trusted although the trust store can be read.
enum TrustFault: String {
    /// The trust store names no authority that vouches for documents.
    case empty = "trust.empty"
}
