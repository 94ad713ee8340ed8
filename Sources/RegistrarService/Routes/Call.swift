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
    /// Whose token the request carries; nil on a route that asks for nobody's.
    var holder: TokenHolder?

    var state: RegistrarState { parts.state }

    /// A part of the path. A route asks for those its own path names.
    func parameter(_ name: String) -> String { parameters.get(name) ?? "" }

    /// Identifier of the brand in the path.
    var brand: String { parameter("brand") }

    /// The body as an object. An error names the member, never its value.
    func decode<Message: Decodable>() throws -> Message {
        guard JSONNesting.isBounded(body) else { throw Problem(.json, nil) }
        do { return try JSONDecoder().decode(Message.self, from: Data(body)) } catch let error as DecodingError {
            throw Problem(.json, error.member.map { "the member \"\($0)\" is missing or not what it should be" })
        }
    }

    /// Who acts, for the record.
    var principal: Principal? { holder.map(Principal.holder) }

    /// The request with the holder of its token, if that counts on the route. Whether a brand exists is not told here.
    func authorized(for access: Access) async throws -> Call {
        if case .everybody = access { return self }
        let ledger = try await state.ledger()
        guard let token = bearerToken, let holder = ledger.holder(ofToken: token, among: { access.admits($0, to: brand) }) else {
            throw Problem(.credentials)
        }
        var call = self
        call.holder = holder
        return call
    }

    private var bearerToken: String? {
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
