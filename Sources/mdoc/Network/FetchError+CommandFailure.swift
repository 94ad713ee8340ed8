import TrustFetching

extension FetchError {
    /// The failure as a command reports it.
    func failure(at address: String) -> CommandFailure {
        CommandFailure("\(reason) (\(code.rawValue))", at: address, mend: "check the address and the way there, and try again later")
    }
}
