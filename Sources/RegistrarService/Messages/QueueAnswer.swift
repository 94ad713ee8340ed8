/// What waits for a reviewer.
struct QueueAnswer: Encodable {
    let brands: [BrandSummary]
    let forms: [FormAnswer]
    let applications: [ApplicationAnswer]
}
