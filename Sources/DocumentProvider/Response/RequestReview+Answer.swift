import Crypto
public import MobileDocument

extension RequestReview {
    /// Answers after consent: builds the response, lets each device key sign, and seals it to the website's key.
    ///
    /// - Parameter choice: what the owner agreed to.
    public func answer(_ choice: PresentationChoice) throws(PresentationRefusal) -> EncryptedResponse {
        let plaintext = try deviceResponse(choice)
        guard let sealed = try? ResponseEncryption.seal(plaintext, to: request.recipientKey, transcript: request.transcript) else {
            throw .cryptography
        }
        return EncryptedResponse(encapsulatedKey: sealed.encapsulatedKey, cipherText: sealed.cipherText)
    }

    /// The response before it is sealed.
    package func deviceResponse(_ choice: PresentationChoice) throws(PresentationRefusal) -> [UInt8] {
        guard !choice.documents.isEmpty else { throw .invalidChoice }
        try checkUseCases(choice)
        var presented: [PresentedDocument] = []
        for (docRequest, document) in choice.documents.sorted(by: { $0.key < $1.key }) {
            guard match.candidates.indices.contains(docRequest),
                let candidate = match.candidates[docRequest].first(where: { $0.document == document })
            else { throw .invalidChoice }
            let items = request.deviceRequest.docRequests[docRequest].itemsRequest
            let released = candidate.selection.released.filter { !choice.withheld.contains($0) }
            try checkPortrait(items, candidate.selection, released)
            guard !released.isEmpty else { throw .invalidChoice }
            presented.append(PresentedDocument(document: documents[document], released: released))
        }
        let response = try DeviceResponseWriter.encode(presented, transcript: request.transcript, readerKey: nil)
        for docRequest in choice.documents.keys {
            let limit = request.deviceRequest.docRequests[docRequest].itemsRequest.requestInfo?.maximumResponseSize
            if let limit, UInt64(response.count) > limit { throw .responseTooLarge(response.count, limit: limit) }
        }
        return response
    }

    /// Of a use case a set is answered whole or not at all: each part of it, by a document that has all that is asked there (second edition, 10.2).
    private func checkUseCases(_ choice: PresentationChoice) throws(PresentationRefusal) {
        let sets = request.deviceRequest.useCases.flatMap(\.documentSets)
        let served = Set(sets.filter { set in set.allSatisfy { choice.documents[$0] != nil } }.joined())
        for docRequest in Set(sets.joined()) {
            guard let document = choice.documents[docRequest] else { continue }
            let isWhole = match.candidates[docRequest].contains { $0.document == document && $0.selection.isComplete }
            guard isWhole, served.contains(docRequest) else { throw .invalidChoice }
        }
    }

    /// A portrait lets the verifier tie the document to the person, so it is not kept back alone (second edition, 7.2).
    private func checkPortrait(
        _ items: ItemsRequest, _ selection: ElementSelection, _ released: [ElementReference]
    ) throws(PresentationRefusal) {
        let portrait = ElementReference(.mobileDrivingLicence, "portrait")
        guard items.docType == .mobileDrivingLicence, selection.released.contains(portrait) else { return }
        guard released.isEmpty || released.contains(portrait) else { throw .portraitWithheld }
    }
}
