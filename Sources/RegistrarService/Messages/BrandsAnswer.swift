/// Brands by identifier.
struct BrandsAnswer: Encodable {
    let brands: [BrandSummary]
}
