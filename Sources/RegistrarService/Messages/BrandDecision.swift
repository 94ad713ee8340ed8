/// What a reviewer decides about a brand.
struct BrandDecision: Decodable {
    private enum CodingKeys: String, CodingKey { case submission }

    /// Which submission was looked at, the first if none is named: another may have taken its place.
    let submission: Int?
    let review: ReviewDecision

    init(from decoder: any Decoder) throws {
        submission = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .submission)
        review = try ReviewDecision(from: decoder)
    }
}
