import Foundation
import MobileDocument

/// What a load run reads of a result: enough to tell whose it is.
struct DeliveredResult: Decodable {
    struct Document: Decodable {
        let issuerSigned: [String: Elements]
    }

    struct Elements: Decodable {
        let familyName: String
        let portrait: String
        let isOver21: Bool

        private enum CodingKeys: String, CodingKey {
            case familyName = "family_name"
            case portrait
            case isOver21 = "age_over_21"
        }
    }

    let session: String
    let satisfied: Bool
    let documents: [Document]

    /// Reads a reply; nil if it holds no result.
    init?(_ reply: Reply) {
        guard let result = try? JSONDecoder().decode(DeliveredResult.self, from: reply.body) else { return nil }
        self = result
    }

    /// Whether it is this session's, with this person's elements in it.
    func belongs(to session: String, _ person: Person) -> Bool {
        guard self.session == session, satisfied, documents.count == 1,
            let elements = documents[0].issuerSigned[NameSpace.mobileDrivingLicence.rawValue]
        else { return false }
        return elements.familyName == person.familyName && elements.portrait == Base64URL.encode(person.portrait) && elements.isOver21
    }
}
