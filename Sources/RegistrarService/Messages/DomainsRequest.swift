/// Domains to be proven.
struct DomainsRequest: Decodable {
    let domains: [String]
}
