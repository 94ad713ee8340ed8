import AppRequests
import BrokerMessages
import CBOR
import Crypto
import DocumentProvider
import DocumentTrust
import Foundation
import IdentityDocumentServices
import IdentityElements
import MobileDocument
import PresentmentRequest

extension DocumentPresenter {
    /// Answers an app. Its request is read anew: the grant, the merchant's certificate, and what both come to, which has to be what was shown.
    func answer(
        toApp rawRequest: IdentityDocumentWebPresentmentRawRequest, in context: ISO18013MobileDocumentRequestContext,
        choosing choices: [DocumentChoice], at time: Instant
    ) throws(DocumentPresenterError) -> ISO18013MobileDocumentResponse {
        let (read, merchantKey) = try checked(Array(rawRequest.requestData), at: time)
        guard context.isShown(read.partial, read.app) else { throw .request("it is not what was shown") }
        let (documents, held) = try documents(for: context, choosing: choices)
        let presentation: InAppPresentation
        do { presentation = try InAppPresentation(answering: read.partial.documentRequests.map(ItemsRequest.init), with: held, at: time) } catch {
            throw .refused(error)
        }
        guard let owner = rawRequest.enrolment, documents[presentation.document].ownerEnrolment == owner else { throw .ownerChanged }
        do {
            let envelope = try presentation.envelope(
                nonce: read.request.nonce, merchantIdentifier: read.request.merchantIdentifier, teamIdentifier: read.claims.team,
                merchantKey: merchantKey)
            return ISO18013MobileDocumentResponse(responseData: Data(envelope))
        } catch { throw .refused(error) }
    }

    /// The request, and the key its registrar has certified for the merchant. Registrars are those whose readers are answered, too.
    private func checked(
        _ data: [UInt8], at time: Instant
    ) throws(DocumentPresenterError) -> (ReadAppRequest, P256.KeyAgreement.PublicKey) {
        let request: AppRequest
        do { request = try AppRequest(decoding: data) } catch { throw .request("\(error)") }
        let tables: ElementTables
        do { tables = try InstalledTables.ofEnvironment() } catch { throw .request("the tables of documents cannot be read: \(error)") }
        let read: ReadAppRequest
        do {
            let registrars = AppRegistrars(roots: readers.anchors.map(\.certificate.certificate)) { [readers] in
                readers.hasWithdrawn($0, authority: $1, at: time)
            }
            read = try ReadAppRequest(request, registrars: registrars, executable: nil, tables: tables, at: time.secondsSinceEpoch)
        } catch { throw .app(error) }
        do throws(MerchantCertificateFault) {
            let merchant = try MerchantCertificate(ByteSlice(request.merchantCertificate))
            guard merchant.isIssued(by: read.root) else { throw MerchantCertificateFault.path }
            try merchant.check(for: request.merchantIdentifier, of: read.claims.team, trust: readers, at: time)
            return (read, merchant.publicKey)
        } catch { throw .merchant(error) }
    }
}

extension ItemsRequest {
    /// What is asked of one type of document, as answers are made from it.
    fileprivate init(_ partial: PartialRequest.DocumentRequest) {
        let alternatives = partial.alternatives.map { alternative in
            AlternativeDataElements(for: ElementReference(alternative.requested), sets: alternative.sets.map { $0.map(ElementReference.init) })
        }
        self.init(
            docType: DocType(rawValue: partial.documentType),
            elements: partial.elements.map { Element(ElementReference($0.reference), intentToRetain: $0.isRetaining) },
            requestInfo: alternatives.isEmpty ? nil : DocRequestInfo(alternativeDataElements: alternatives))
    }
}

extension ElementReference {
    fileprivate init(_ partial: PartialRequest.ElementReference) {
        self.init(NameSpace(rawValue: partial.nameSpace), ElementIdentifier(rawValue: partial.identifier))
    }
}
