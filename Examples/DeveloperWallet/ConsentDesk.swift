import DocumentProvider
import DocumentTrust
import MobileDocument

/// Looks at requests and answers them; the owner's selection and agreement lie between the two.
struct ConsentDesk: Sendable {
    let apps: [WalletApp]
    let readerTrust: ReaderTrustList

    /// The apps that can answer. Nothing is released.
    func selector(for request: PageRequest, at time: Instant) throws(WalletRefusal) -> SelectorPage {
        let presented = try request.presented()
        let able = apps.indices.filter { (try? apps[$0].holder.review(presented, at: time)) != nil }
        return SelectorPage(apps: able.map { .init(app: $0, name: apps[$0].name) })
    }

    /// What to show of a request. Nothing is released.
    func page(for request: PageRequest, at time: Instant) throws(WalletRefusal) -> ConsentPage {
        let presented = try request.presented()
        let readers = ReaderAuthenticationVerification.verify(
            presented.deviceRequest, transcript: presented.transcript, trust: readerTrust, origin: presented.origin, at: time)
        let app = try app(request)
        do {
            return ConsentPage(presented, readers: readers, review: try app.holder.review(presented, at: time), refusal: nil)
        } catch {
            return ConsentPage(presented, readers: readers, review: nil, refusal: WalletRefusal(code: error.code, sentence: "\(error)"))
        }
    }

    /// The sealed answer, once the owner has agreed.
    func answer(to request: PageRequest, at time: Instant) throws(WalletRefusal) -> [UInt8] {
        let presented = try request.presented()
        let app = try app(request)
        do {
            let review = try app.holder.review(presented, at: time)
            return try review.answer(PresentationChoice(acceptingDefaultsOf: review)).encoded
        } catch {
            throw WalletRefusal(code: error.code, sentence: "\(error)")
        }
    }

    private func app(_ request: PageRequest) throws(WalletRefusal) -> WalletApp {
        // Where there are several, the owner has to select one.
        guard let index = request.app ?? (apps.count == 1 ? 0 : nil), apps.indices.contains(index) else {
            throw WalletRefusal(code: "request.app", sentence: "This wallet has no such app.")
        }
        return apps[index]
    }
}
