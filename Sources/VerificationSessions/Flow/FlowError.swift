/// Why a step of a session is refused. None of these says anything about a person or a document.
public enum FlowError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no such session.
    case unknown
    /// The request was handed to another browser, or the session is one of an app's.
    case boundElsewhere
    /// The post does not come from the browser that was handed the request.
    case notBound
    /// An answer was taken before.
    case used
    /// An answer was taken, and before its outcome was written the verification was cut off. No second answer will be taken.
    case wasInterrupted
    /// The verification of this very answer was cut off, for a reason that only the operator may know.
    case interrupted(String)
    /// The session is over.
    case expired
    /// There is no result yet.
    case unsettled
    /// The session ended without a result.
    case noResult(SessionStatus)
    /// The result was erased.
    case erased
    /// The session is not one of an app's.
    case notInApp
    /// This service has no merchant identifier, so no app can answer it.
    case noMerchant
    /// A policy cannot be used.
    case policy(PolicyError)
    /// The website's reference is too long or not plain text.
    case reference
    /// The store failed.
    case store(StoreFailure)
    /// Something on this server prevents it: sealing, signing, encoding.
    case server(String)

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .unknown: "session.unknown"
        case .boundElsewhere: "session.bound"
        case .notBound: "session.notBound"
        case .used: "session.used"
        case .wasInterrupted, .interrupted: "session.interrupted"
        case .expired: "session.expired"
        case .unsettled: "session.unsettled"
        case .noResult: "result.none"
        case .erased: "result.erased"
        case .notInApp: "session.notInApp"
        case .noMerchant: "session.noMerchant"
        case .policy(let error): error.code.rawValue
        case .reference: "session.reference"
        case .store(let failure): failure.code
        case .server: "server.internal"
        }
    }

    /// What is wrong and how to mend it, for the caller. What only the operator may know is in `detail`.
    public var description: String {
        switch self {
        case .unknown: "there is no such session; it may have been removed"
        case .boundElsewhere: "the request of this session was handed to another browser or to an app; start a new session"
        case .notBound:
            "this does not come from the browser that was handed the request: the session's cookie is missing or another one; the session is not used up"
        case .used: "this session was answered already; a session answers once"
        case .wasInterrupted, .interrupted: "the answer was taken, but its verification was cut off and cannot be repeated; start a new session"
        case .expired: "the session has expired; start a new one"
        case .unsettled: "the session has no outcome yet"
        case .noResult(let status): "the session ended without a result: it is \(status.rawValue)"
        case .erased: "the result was erased, as its retention says"
        case .notInApp: "this session was started for a browser; start one for an app. The session is not used up"
        case .noMerchant: "this service is not set up for apps, or the certificates of all its keys have ended; configure in-app.merchant, in-app.team and in-app.keys"
        case .policy(let error): error.description
        case .reference: "a reference is 1 to 128 visible ASCII characters"
        case .store: "the service cannot reach its store; try again shortly"
        case .server: "the service could not do this; the operator finds the cause in the log under the correlation id"
        }
    }

    /// What the operator's log says.
    public var detail: String {
        switch self {
        case .store(let failure): failure.description
        case .server(let reason), .interrupted(let reason): reason
        default: description
        }
    }
}
