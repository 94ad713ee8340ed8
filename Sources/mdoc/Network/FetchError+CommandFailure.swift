import TrustFetching

extension FetchError {
    /// The failure as a command reports it.
    func failure(at address: String) -> CommandFailure {
        let mend =
            switch code {
            case .address, .scheme: "give an address that begins with https://"
            default: "check the address and the way there, and try again later"
            }
        return CommandFailure("\(reason) (\(code.rawValue))", at: address, mend: mend)
    }
}
