/// Why an app gets no answer. The numbers are those of `IdentityError`.
package enum AppEnding: UInt8, Sendable, Hashable, CaseIterable {
    /// Something failed that has no number of its own.
    case unknown = 0
    /// No wallet here answers this app, or none has such a document.
    case notSupported = 1
    /// The person did not agree.
    case cancelled = 2
    /// The network was needed and is not there.
    case networkUnavailable = 3
    /// Nothing is asked for that the document could answer.
    case noElementsRequested = 4
    /// Another request is open.
    case requestAlreadyInProgress = 5
    /// The nonce is empty or too long.
    case invalidNonce = 6
    /// Something may not be asked for like this, or not by this app.
    case invalidElement = 7
    /// The document may not be asked for in this region.
    case regionNotSupported = 8
}
