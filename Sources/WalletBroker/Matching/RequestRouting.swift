public import Foundation
public import PresentmentRequest

/// Decides which providers may be offered for a request. A pure function: the same registry, trust and time give the same offers.
public enum RequestRouting {
    /// Finds the providers to show in the selector, sorted by name.
    ///
    /// A document counts for a document request if the types are the same, its registration still holds at `time`, it was issued by
    /// one of the issuers that the request names, if it names any, and its requirement of readers is met by a signature that covers
    /// that document request. A provider is offered if it alone can answer every mandatory presentment request and at least one in
    /// all.
    ///
    /// - Parameters:
    ///   - request: what the parser gave; its signatures have been verified, its chains have not.
    ///   - documents: what all providers have registered.
    ///   - authorities: the broker's own trust in authorities of readers.
    ///   - time: the moment to judge by.
    public static func offers(
        for request: PartialRequest, among documents: [RegisteredDocument], authorities: ReaderAuthorities, at time: Date
    ) -> [ProviderOffer] {
        offers(for: request, among: documents, covering: rootKeyIdentifiers(of: request, authorities: authorities, at: time), at: time)
    }

    /// The same, where it is known who stands behind each document request.
    ///
    /// - Parameter covering: for each document request, key identifiers of the roots behind it.
    static func offers(
        for request: PartialRequest, among documents: [RegisteredDocument], covering: [RootKeyIdentifiers], at time: Date
    ) -> [ProviderOffer] {
        let current = documents.filter { document in document.invalidationDate.map { time < $0 } ?? true }
        return Dictionary(grouping: current, by: \.provider)
            .compactMap { provider, documents in offer(of: provider, documents, for: request, covering) }
            .sorted { $0.provider < $1.provider }
    }

    /// For each document request, the key identifiers of the roots behind signatures that cover it.
    private static func rootKeyIdentifiers(
        of request: PartialRequest, authorities: ReaderAuthorities, at time: Date
    ) -> [RootKeyIdentifiers] {
        var covering = [RootKeyIdentifiers](repeating: RootKeyIdentifiers(), count: request.documentRequests.count)
        // The same chain often signs the whole and every part.
        var known: [[[UInt8]]: RootKeyIdentifiers] = [:]
        for authentication in request.authentications {
            let chain = authentication.certificateChain
            let identifiers = known[chain] ?? authorities.keyIdentifiers(behind: chain, at: time)
            known[chain] = identifiers
            switch authentication.coverage {
            case .wholeRequest: for index in covering.indices { covering[index].formUnion(identifiers) }
            case .documentRequest(let index): covering[index].formUnion(identifiers)
            }
        }
        return covering
    }

    private static func offer(
        of provider: String, _ documents: [RegisteredDocument], for request: PartialRequest, _ covering: [RootKeyIdentifiers]
    ) -> ProviderOffer? {
        let answering = zip(request.documentRequests, covering).map { asked, roots in
            let readers = roots.known(to: provider)
            return documents.filter { canAnswer($0, asked, readers) }.map(\.documentIdentifier).sorted()
        }
        let sets = request.presentments.map { presentment in
            presentment.documentRequestSets.indices.filter { set in
                presentment.documentRequestSets[set].allSatisfy { !answering[$0].isEmpty }
            }
        }
        let isEveryMandatoryAnswered = zip(request.presentments, sets).allSatisfy { !$0.isMandatory || !$1.isEmpty }
        guard isEveryMandatoryAnswered, sets.contains(where: { !$0.isEmpty }) else { return nil }
        return ProviderOffer(provider: provider, answerableSets: sets, documents: answering)
    }

    private static func canAnswer(
        _ document: RegisteredDocument, _ asked: PartialRequest.DocumentRequest, _ readers: Set<[UInt8]>
    ) -> Bool {
        guard document.documentType == asked.documentType else { return false }
        let isIssuerWanted = asked.issuerKeyIdentifiers.contains(where: document.issuerKeyIdentifiers.contains)
        guard asked.issuerKeyIdentifiers.isEmpty || isIssuerWanted else {
            return false
        }
        switch document.readers {
        case .anyReader: return true
        case .authorities(let authorities): return !authorities.isDisjoint(with: readers)
        }
    }
}
