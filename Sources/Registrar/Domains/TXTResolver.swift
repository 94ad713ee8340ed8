/// Looks TXT records up, through several resolvers or one that validates DNSSEC. It ends when its task is cancelled.
public protocol TXTResolver: Sendable {
    /// The texts of the TXT records of a name, each record's strings joined; empty if there are none.
    func texts(of name: String) async throws -> [String]
}
