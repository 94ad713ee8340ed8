import MobileDocument
import Registrar

/// What waits for a reviewer.
struct QueueAnswer: Encodable {
    let brands: [BrandSummary]
    let forms: [FormAnswer]
    let applications: [ApplicationAnswer]
    /// The domains of each brand of which something waits: under these it is reviewed.
    let domains: [String: [DomainAnswer]]

    init(_ ledger: RegistrarLedger, at time: Instant) {
        brands = ledger.waitingBrands.map(BrandSummary.init)
        forms = ledger.queue.map(FormAnswer.init)
        applications = ledger.waitingApplications.map(ApplicationAnswer.init)
        let waiting = Set(brands.map(\.id) + forms.map(\.brand) + applications.map(\.brand))
        domains = ledger.brands.filter { waiting.contains($0.key) }.mapValues { DomainAnswer.all(of: $0, at: time) }
    }
}
