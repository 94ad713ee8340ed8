import ArgumentParser
import DocumentTrust

/// `--list-provider` and `--readers`: what a certificate in a store is trusted for, if not for documents.
struct RoleOptions: ParsableArguments {
    @Flag(help: "The certificate is the root of a provider of lists (VICAL, RICAL).")
    var listProvider = false

    @Flag(help: "The certificate is the root of an authority of readers, whom a wallet trusts to ask.")
    var readers = false

    /// The role.
    var role: TrustRole { listProvider ? .list : readers ? .reader : .issuer }

    func validate() throws {
        guard !(listProvider && readers) else { throw ValidationError("give either --list-provider or --readers") }
    }
}
