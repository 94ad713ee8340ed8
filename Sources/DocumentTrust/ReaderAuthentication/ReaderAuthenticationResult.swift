/// What a wallet knows about who is asking.
public struct ReaderAuthenticationResult: Sendable {
    /// Every signature of the request.
    public let signatures: [ReaderSignature]

    /// True when signatures were claimed, none verifies, and each is known to be wrong; such a request is refused before anyone sees it. One that
    /// cannot be computed here leaves its reader untrusted, and nothing more.
    public var isRefused: Bool {
        !signatures.isEmpty && signatures.allSatisfy { $0.outcome == .invalid }
    }

    /// The signatures that verify and cover a document request. Trust in one never carries over to another.
    public func signatures(covering docRequest: Int) -> [ReaderSignature] {
        signatures.filter { signature in
            guard signature.isVerified else { return false }
            switch signature.coverage {
            case .all: return true
            case .docRequest(let index): return index == docRequest
            }
        }
    }
}
