/// What a reviewer decides about a brand.
struct BrandDecision: Decodable {
    private enum CodingKeys: String, CodingKey { case submission, iconDigest }

    /// Which submission was looked at, the first if none is named: another may have taken its place.
    let submission: Int?
    /// SHA-256 of the icon that was looked at; a refusal needs none.
    let iconDigest: String?
    let review: ReviewDecision

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        submission = try container.decodeIfPresent(Int.self, forKey: .submission)
        iconDigest = try container.decodeIfPresent(String.self, forKey: .iconDigest)
        review = try ReviewDecision(from: decoder)
    }
}
