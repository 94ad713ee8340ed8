/// A provider that can answer a request, with what it takes to show and to start it.
struct Candidate: Sendable, Hashable {
    let provider: InstalledProvider
    let offer: ProviderOffer
    let choice: SelectorChoice
}
