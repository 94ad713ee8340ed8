package import AppRequests
import BrokerMessages
import CBOR
package import Crypto
import DocumentProvider
package import DocumentTrust
import Foundation
import IdentityDocumentServices
package import IdentityElements
package import MobileDocument

extension DocumentPresenter {
    /// Answers an app. Its request is read anew: the grant, the merchant's certificate, and what both come to, which has to be what was shown.
    func answer(
        toApp rawRequest: IdentityDocumentWebPresentmentRawRequest, in context: ISO18013MobileDocumentRequestContext,
        choosing choices: [DocumentChoice], preferring options: [OptionChoice], at time: Instant
    ) throws(DocumentPresenterError) -> ISO18013MobileDocumentResponse {
        let (read, merchantKey) = try Self.checked(Array(rawRequest.requestData), readers: readers, tables: tables, at: time)
        guard context.isShown(read.partial, read.app) else { throw .request("it is not what was shown") }
        let (documents, held) = try documents(for: context, choosing: choices)
        let presentation: InAppPresentation
        do throws(PresentationRefusal) {
            let items = try OptionChoice.items(of: read.partial, preferring: options)
            presentation = try InAppPresentation(answering: items, with: held, at: time)
        } catch { throw .refused(error) }
        try Self.check([documents[presentation.document]], boundTo: rawRequest.enrolment)
        do {
            let envelope = try presentation.envelope(
                nonce: read.request.nonce, merchantIdentifier: read.request.merchantIdentifier, teamIdentifier: read.claims.team,
                merchantKey: merchantKey)
            return ISO18013MobileDocumentResponse(responseData: Data(envelope))
        } catch { throw .refused(error) }
    }

    /// The request, and the key its registrar has certified for the merchant. Registrars are those whose readers are answered, too.
    package static func checked(
        _ data: [UInt8], readers: ReaderTrustList, tables: ElementTables, at time: Instant
    ) throws(DocumentPresenterError) -> (ReadAppRequest, P256.KeyAgreement.PublicKey) {
        let request: AppRequest
        do { request = try AppRequest(decoding: data) } catch { throw .request("\(error)") }
        let read: ReadAppRequest
        do {
            let registrars = AppRegistrars(roots: readers.anchors.map(\.certificate.certificate)) { [readers] in
                readers.hasWithdrawn($0, authority: $1, at: time)
            }
            read = try ReadAppRequest(request, registrars: registrars, tables: tables, at: time.secondsSinceEpoch)
        } catch { throw .app(error) }
        do throws(MerchantCertificateFault) {
            let merchant = try MerchantCertificate(ByteSlice(request.merchantCertificate))
            guard merchant.isIssued(by: read.root) else { throw MerchantCertificateFault.path }
            try merchant.check(for: request.merchantIdentifier, of: read.claims.team, trust: readers, at: time)
            return (read, merchant.publicKey)
        } catch { throw .merchant(error) }
    }
}
