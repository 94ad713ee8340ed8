import DocumentProvider
import DocumentTrust
import MobileDocument

/// Looks at requests and answers them; the owner's agreement lies between the two.
struct ConsentDesk: Sendable {
    let holder: Holder
    let readerTrust: ReaderTrustList

    /// What to show of a request. Nothing is released.
    func page(for request: PageRequest, at time: Instant) throws(WalletRefusal) -> ConsentPage {
        let presented = try request.presented()
        let readers = ReaderAuthenticationVerification.verify(
            presented.deviceRequest, transcript: presented.transcript, trust: readerTrust, origin: presented.origin, at: time)
        do {
            return ConsentPage(presented, readers: readers, review: try holder.review(presented, at: time), refusal: nil)
        } catch {
            return ConsentPage(presented, readers: readers, review: nil, refusal: WalletRefusal(code: error.code, sentence: "\(error)"))
        }
    }

    /// The sealed answer, once the owner has agreed.
    func answer(to request: PageRequest, at time: Instant) throws(WalletRefusal) -> [UInt8] {
        let presented = try request.presented()
        do {
            let review = try holder.review(presented, at: time)
            return try review.answer(PresentationChoice(acceptingDefaultsOf: review)).encoded
        } catch {
            throw WalletRefusal(code: error.code, sentence: "\(error)")
        }
    }
}
