public import AppGrantTokens
package import BrokerMessages
public import IdentityElements

/// Why an app is not answered.
public enum AppRequestRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request is none; why.
    case malformed(String)
    /// There is no grant by anybody whom this wallet believes.
    case grant(GrantTokenFault)
    /// The grant is not for the program that asks, or not for this time.
    case unusable(GrantTokenRefusal)
    /// The registrar has withdrawn the grant.
    case withdrawn
    /// The program runs whatever it is handed, so that nobody can tell what asks.
    case interpreter
    /// Which program asks cannot be told.
    case unknownProgram
    /// The program is larger than any that is read.
    case largeProgram
    /// Something of the request was not granted.
    case notGranted(AppGrantRefusal)
    /// This is restricted by law, and the app says that it would keep it.
    case retention(String)
    /// The nonce is empty or too long.
    case nonce
    /// The words make no request.
    case elements(IdentityRequestError)
    /// The person has no document that answers.
    case noDocument
    /// Another request is open.
    case inProgress

    /// Stable code of the refusal.
    public var code: String {
        switch self {
        case .malformed: "inApp.malformed"
        case .grant(let fault): fault.code
        case .unusable(let refusal): refusal.code
        case .withdrawn: "grant.withdrawn"
        case .interpreter: "inApp.program.interpreter"
        case .unknownProgram: "inApp.program.unknown"
        case .largeProgram: "inApp.program.size"
        case .notGranted(let refusal): refusal.code
        case .retention: "inApp.retention"
        case .nonce: "inApp.nonce"
        case .elements(let error): error.code
        case .noDocument: "inApp.noDocument"
        case .inProgress: "inApp.inProgress"
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .malformed(let reason): "the request cannot be read: \(reason)"
        case .grant(let fault): fault.description
        case .unusable(let refusal): refusal.description
        case .withdrawn: "the registrar has withdrawn the app's grant"
        case .interpreter: "an interpreter asks; build the app into a program of its own"
        case .unknownProgram: "which program asks cannot be told"
        case .largeProgram: "the program that asks is too large to be read; keep its data in other files"
        case .notGranted(let refusal): refusal.description
        case .retention(let word): "\(word) is restricted by law here and must not be kept; ask for it without an intent to store it"
        case .nonce: "the nonce is 1 to 64 bytes made by the server"
        case .elements(let error): error.description
        case .noDocument: "there is no document that answers; offer another way"
        case .inProgress: "another request is open; wait for its end"
        }
    }

    package var ending: AppEnding {
        switch self {
        case .malformed: .unknown
        case .grant, .unusable, .withdrawn, .interpreter, .unknownProgram, .largeProgram, .noDocument: .notSupported
        case .notGranted, .retention: .invalidElement
        case .nonce: .invalidNonce
        case .elements(.noElements): .noElementsRequested
        case .elements(.region), .elements(.unknownDocument): .regionNotSupported
        case .elements: .invalidElement
        case .inProgress: .requestAlreadyInProgress
        }
    }
}
