/// Why there is no document. The numbers are those of the interface of this name elsewhere.
public enum IdentityError: Int, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Something that has no number of its own.
    case unknown = 0
    /// No wallet here answers this app: there is none, it knows no grant for this very program, or the person has no such document.
    case notSupported = 1
    /// The person declined or closed the sheet, or the app took the request back.
    case cancelled = 2
    /// The wallet needed the network and had none.
    case networkUnavailable = 3
    /// Nothing is asked for that the document could answer.
    case noElementsRequested = 4
    /// Another request is open.
    case requestAlreadyInProgress = 5
    /// The nonce is empty, or longer than 64 bytes.
    case invalidNonce = 6
    /// Elements that cannot be asked for together, or not by this app.
    case invalidElement = 7
    /// The document is asked for with its region only, or no table has it.
    case regionNotSupported = 8

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .unknown: "the wallet could not answer; its log says why"
        case .notSupported: "no wallet here answers this app, or none has such a document; offer another way"
        case .cancelled: "the person did not agree, or the app took the request back"
        case .networkUnavailable: "the wallet could not reach the network; try again later"
        case .noElementsRequested: "no element is asked for that this document has; add one"
        case .requestAlreadyInProgress: "another request is open; wait for its end"
        case .invalidNonce: "the nonce is 1 to \(IdentityRequest.maximumNonceBytes) bytes made by the server; send it as it came"
        case .invalidElement: "an element may not be asked for like this: not by this app, or not together with another"
        case .regionNotSupported: "the document is asked for with its region only, or no table has it; set the descriptor's region, or add its table"
        }
    }
}
