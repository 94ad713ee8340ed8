/// Why a fetch failed, by a stable name: what a refresher keeps of it. Other errors say no more than that it failed.
public protocol StatusFetchFault: Error {
    /// The name, without an address or a word of the server's.
    var faultCode: String { get }
}
