/// A brand that registers.
struct BrandRegistration: Decodable {
    private enum CodingKeys: String, CodingKey { case id }

    let id: String
    let submission: BrandSubmission

    init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
        submission = try BrandSubmission(from: decoder)
    }
}
