import Hummingbird

/// What can be wrong with a request before the registrar's rules see it; those have the codes of `RegistrarError`.
enum ServiceErrorCode: String, CaseIterable {
    case json = "service.json"
    case path = "service.path"
    case credentials = "service.credentials"
    case mediaType = "service.mediaType"
    case size = "service.size"
    case busy = "service.busy"
    case deadline = "service.deadline"
    case checkRunning = "service.checkRunning"
    case fault = "service.fault"

    var status: HTTPResponse.Status {
        switch self {
        case .json: .badRequest
        case .path: .notFound
        case .credentials: .unauthorized
        case .mediaType: .unsupportedMediaType
        case .size: .contentTooLarge
        case .busy, .deadline: .serviceUnavailable
        case .checkRunning: .conflict
        case .fault: .internalServerError
        }
    }

    var detail: String {
        switch self {
        case .json: "the body is not the JSON object this route asks for"
        case .path: "there is nothing at this path for this method"
        case .credentials: "the request carries no token that this route accepts"
        case .mediaType: "the body is not application/json"
        case .size: "the body is larger than this service reads"
        case .busy: "the service has its hands full"
        case .deadline: "the request took too long"
        case .checkRunning: "a domain of this brand is being looked at already"
        case .fault: "the service could not answer"
        }
    }

    var remedy: String {
        switch self {
        case .json: "send what /openapi.json describes"
        case .path: "see /openapi.json"
        case .credentials: "send Authorization: Bearer and the token of this brand or of a reviewer"
        case .mediaType: "send JSON with Content-Type: application/json"
        case .size: "send a smaller picture, or less text"
        case .busy, .deadline: "try again later"
        case .checkRunning: "wait until that is answered"
        case .fault: "tell the operator; the log says more"
        }
    }
}
