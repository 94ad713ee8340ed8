public import DocumentTrust

extension FetchError: StatusFetchFault {
    /// The code's text.
    public var faultCode: String { code.rawValue }
}
