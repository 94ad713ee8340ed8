public import MobileDocument

/// What the owner of a wallet agreed to.
public struct PresentationChoice: Sendable, Hashable {
    /// For each document request that is answered, the position of the document among those held.
    public let documents: [Int: Int]
    /// Elements the owner keeps back.
    public let withheld: Set<ElementReference>

    /// Records a choice.
    public init(documents: [Int: Int], withheld: Set<ElementReference> = []) {
        self.documents = documents
        self.withheld = withheld
    }

    /// Agrees to what the wallet proposes: the first candidate of every document request it would answer.
    public init(acceptingDefaultsOf review: RequestReview) { self.init(answering: review.match.defaultDocRequests, of: review) }

    /// Agrees to what the wallet proposes, but has some use cases served by sets of the owner's choice, and some not at all.
    ///
    /// - Parameters:
    ///   - review: the request.
    ///   - sets: for a use case, by its position, the position of the set that serves it; one of those that can.
    ///   - left: positions of the use cases that are not served; of document requests that are not answered, where there are no use cases.
    ///     None of them is mandatory, and something else is answered.
    public init(
        acceptingDefaultsOf review: RequestReview, choosing sets: [Int: Int], leavingOut left: Set<Int> = []
    ) throws(PresentationRefusal) {
        self.init(answering: try review.match.docRequests(choosing: sets, leavingOut: left), of: review)
    }

    private init(answering docRequests: [Int], of review: RequestReview) {
        var documents: [Int: Int] = [:]
        for index in docRequests { documents[index] = review.match.candidates[index].first?.document }
        self.init(documents: documents)
    }
}
