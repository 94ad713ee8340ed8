public import DocumentProvider
public import DocumentTrust
package import Foundation
public import IdentityDocumentServices
public import IdentityElements
public import MobileDocument

/// Makes a provider's answers: what belongs into the closure of `sendResponse`.
///
/// The framework has compared the request with what was shown. Here its signatures are verified by the provider's own rules, the
/// documents must be bound to the owner who agreed, and the answer is sealed to the website, or to the server of the app.
public struct DocumentPresenter: Sendable {
    private struct RequestTexts: Decodable {
        let deviceRequest: String
        let encryptionInfo: String
    }

    let store: DocumentStore
    let readers: ReaderTrustList
    let tables: ElementTables
    private let policy: ReaderPolicy

    /// Makes a presenter.
    ///
    /// - Parameters:
    ///   - store: the documents.
    ///   - readers: the authorities whose readers are answered.
    ///   - tables: what the words of apps come to, and what is restricted by law.
    ///   - policy: what a reader's certificate must say.
    public init(store: DocumentStore, readers: ReaderTrustList, tables: ElementTables = .builtIn, policy: ReaderPolicy) {
        self.store = store
        self.readers = readers
        self.tables = tables
        self.policy = policy
    }

    /// Answers a request after consent, with what its review proposes.
    ///
    /// - Parameters:
    ///   - rawRequest: the request as it was released.
    ///   - context: the request as it was shown.
    ///   - choices: which documents the person chose, where there are several.
    ///   - options: which alternatives the person chose, where several can be answered, and what they left out.
    ///   - time: the moment to judge by.
    public func response(
        to rawRequest: IdentityDocumentWebPresentmentRawRequest, in context: ISO18013MobileDocumentRequestContext,
        choosing choices: [DocumentChoice] = [], preferring options: [OptionChoice] = [], at time: Instant
    ) throws(DocumentPresenterError) -> ISO18013MobileDocumentResponse {
        if rawRequest.requestType == .inApp {
            return try answer(toApp: rawRequest, in: context, choosing: choices, preferring: options, at: time)
        }
        let presented = try Self.presented(rawRequest, context.requestingWebsiteOrigin)
        let (documents, held) = try documents(for: context)
        let review: RequestReview
        do { review = try Holder(documents: held, readerTrust: readers, policy: policy, tables: tables).review(presented, at: time) } catch {
            throw .refused(error)
        }
        let proposed: PresentationChoice
        do {
            proposed = try PresentationChoice(
                acceptingDefaultsOf: review, choosing: OptionChoice.sets(options), leavingOut: OptionChoice.leftOut(options))
        } catch { throw .refused(error) }
        let choice = try Self.choice(proposed, choices, among: documents, of: review.match, answeredPartly: context.partial.answeredPartly)
        try Self.check(choice.documents.values.map { documents[$0] }, boundTo: rawRequest.enrolment)
        do { return ISO18013MobileDocumentResponse(responseData: Data(try review.answer(choice).encoded)) } catch { throw .refused(error) }
    }

    /// What the review proposes, with the documents that were chosen. What is not answered stays unanswered, and of what is not answered partly
    /// no document is taken that lacks something.
    private static func choice(
        _ proposed: PresentationChoice, _ choices: [DocumentChoice], among documents: [ProvisionedDocument], of match: RequestMatch,
        answeredPartly partly: Set<Int>
    ) throws(DocumentPresenterError) -> PresentationChoice {
        var answers = proposed.documents
        for choice in choices {
            guard let chosen = documents.firstIndex(where: { $0.id == choice.selected }) else { throw .documents(.unknownDocument) }
            for position in choice.id where answers[position] != nil {
                let isWhole = match.candidates[position].contains { $0.document == chosen && $0.selection.isComplete }
                guard isWhole || partly.contains(position) else { throw .refused(.invalidChoice) }
                answers[position] = chosen
            }
        }
        return PresentationChoice(documents: answers)
    }

    /// Documents answer the owner alone to whom they are bound. Of those that do not, one that is bound to another enrolment has to be issued anew.
    static func check(_ documents: [ProvisionedDocument], boundTo owner: String?) throws(DocumentPresenterError) {
        let bound = documents.map(\.ownerEnrolment)
        guard bound.allSatisfy({ $0 == nil || $0 == owner }) else { throw .ownerChanged }
        guard bound.allSatisfy({ $0 != nil }) else { throw .unbound }
    }

    /// The request of a website, bound to its origin.
    package static func presented(
        _ rawRequest: IdentityDocumentWebPresentmentRawRequest, _ origin: URL?
    ) throws(DocumentPresenterError) -> PresentedRequest {
        guard let text = origin?.originText, let origin = try? Origin(text) else { throw .origin }
        // The framework has read it in full by now, so it is bounded and what it should be.
        guard let texts = try? JSONDecoder().decode(RequestTexts.self, from: rawRequest.requestData) else { throw .request("it is not JSON") }
        do {
            return try PresentedRequest(deviceRequest: texts.deviceRequest, encryptionInfo: texts.encryptionInfo, origin: origin)
        } catch { throw .request(error.description) }
    }

    /// The documents the system found for the request, all of them where it names none, without those that others were chosen before. One that
    /// cannot be used is left out, as long as there is another.
    func documents(
        for context: ISO18013MobileDocumentRequestContext, choosing choices: [DocumentChoice] = []
    ) throws(DocumentPresenterError) -> ([ProvisionedDocument], [HeldDocument]) {
        let named = Set(context.documentIdentifiers.joined())
        let others = Set(choices.flatMap { choice in choice.documents.map(\.id).filter { $0 != choice.selected } })
        let usable: UsableDocuments
        do {
            usable = store.usable(try store.identifiers().filter { (named.isEmpty || named.contains($0)) && !others.contains($0) })
        } catch { throw .documents(error) }
        if usable.documents.isEmpty, let fault = usable.faults.min(by: { $0.key < $1.key }) { throw .documents(fault.value) }
        return (usable.documents, usable.held)
    }
}
