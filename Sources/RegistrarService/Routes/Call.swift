import Hummingbird
import MobileDocument
import Registrar

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request that found its route.
struct Call: Sendable {
    let parts: ServiceParts
    let headers: HTTPFields
    let parameters: Parameters
    let body: [UInt8]

    var state: RegistrarState { parts.state }

    /// A part of the path. A route asks for those its own path names.
    func parameter(_ name: String) -> String { parameters.get(name) ?? "" }

    /// Identifier of the brand in the path.
    var brand: String { parameter("brand") }

    /// The body as an object. An error names the member, never its value.
    func decode<Message: Decodable>(_ type: Message.Type = Message.self) throws -> Message {
        guard JSONNesting.isBounded(body) else { throw Problem(.json, nil) }
        do { return try JSONDecoder().decode(type, from: Data(body)) } catch let error as DecodingError {
            throw Problem(.json, error.member.map { "the member \"\($0)\" is missing or not what it should be" })
        }
    }

    /// Lets the request pass if it carries a token that counts. Whether a brand exists is not told here.
    func authorize(_ access: Access) async throws {
        if case .everybody = access { return }
        let ledger = try await state.ledger()
        guard let token = bearerToken else { throw Problem(.credentials) }
        let isAllowed =
            switch access {
            case .everybody: true
            case .applicant: ledger.isToken(token, ofApplicant: brand)
            case .member: ledger.role(withToken: token, in: brand) != nil
            case .memberOrReviewer: ledger.role(withToken: token, in: brand) != nil || ledger.reviewer(withToken: token) != nil
            case .reviewer: ledger.reviewer(withToken: token) != nil
            case .applicantOrReviewer: ledger.isToken(token, ofApplicant: brand) || ledger.reviewer(withToken: token) != nil
            }
        guard isAllowed else { throw Problem(.credentials) }
    }

    var bearerToken: String? {
        guard let field = headers[.authorization], let space = field.firstIndex(of: " "), field[..<space].lowercased() == "bearer" else { return nil }
        return String(field[field.index(after: space)...])
    }
}

extension DecodingError {
    /// The path of the member that is wrong.
    fileprivate var member: String? {
        let path: [any CodingKey] =
            switch self {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context.codingPath
            @unknown default: []
            }
        // Keys below the first may be the sender's own words.
        return path.first?.stringValue
    }
}
