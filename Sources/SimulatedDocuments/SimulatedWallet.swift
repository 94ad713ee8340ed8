import AppRequests
import BrokerMessages
import Crypto
import DocumentProvider
import DocumentTrust
import Foundation
public import IdentityDocumentServices
import IdentityElements
public import MobileDocument
import MobileDocumentTesting
public import ProviderDocuments

/// A wallet for tests: mock data instead of documents, and all else as in a wallet.
///
/// Who asks is verified by the same code as for real documents. What differs is of types of its own: no switch of a wallet leads here, and
/// the documents in a folder are not looked at.
public struct SimulatedWallet: Sendable {
    /// Who signs.
    public let mode: SimulationMode
    let documents: [SimulatedDocument]
    let readers: ReaderTrustList
    let tables: ElementTables

    private static let keyLabel = "developer-device"

    /// Opens a wallet.
    ///
    /// - Parameters:
    ///   - mode: who signs.
    ///   - folder: where the trusted registrars are, and the key of a developer's device, which is made when there is none.
    ///   - time: the present moment.
    public init(_ mode: SimulationMode, folder: ProviderFolder, at time: Instant) throws(DocumentStoreError) {
        self.mode = mode
        let key: any DeviceKey
        switch mode {
        case .simulator: key = AbsentKey()
        case .developerDevice:
            do { key = try Self.key(of: folder.keys) } catch { throw .key(error) }
        }
        do { documents = try SimulatedDocument.all(provedBy: key, at: time) } catch { throw .document(error) }
        tables = folder.tables
        do { readers = try folder.readers() } catch { throw .unavailable(error.path, reason: error.reason) }
    }

    private static func key(of device: any DeviceKeyStore) throws(DeviceKeyError) -> any DeviceKey {
        do { return try device.key(label: keyLabel) } catch .notFound { return try device.makeKey(label: keyLabel) }
    }

    /// Why a request gets no answer, whatever the person says to it; nil where it can get one.
    func refusal(of context: ISO18013MobileDocumentRequestContext) -> SimulationRefusal? {
        mode == .simulator && context.request.requestingApp == nil ? .website : nil
    }

    /// Where the person can choose among alternatives, since several can be answered, or leave something out.
    func options(for context: ISO18013MobileDocumentRequestContext, at time: Instant) -> [OptionChoice] {
        OptionChoice.all(in: context, for: documents.map(\.held), at: time)
    }

    /// Answers a request after consent, with mock data.
    ///
    /// - Parameters:
    ///   - rawRequest: the request as it was released.
    ///   - context: the request as it was shown.
    ///   - options: which alternatives the person chose, where several can be answered, and what they left out.
    ///   - time: the moment to judge by.
    public func response(
        to rawRequest: IdentityDocumentWebPresentmentRawRequest, in context: ISO18013MobileDocumentRequestContext,
        preferring options: [OptionChoice] = [], at time: Instant
    ) throws(SimulationRefusal) -> ISO18013MobileDocumentResponse {
        if let refusal = self.refusal(of: context) { throw refusal }
        do throws(DocumentPresenterError) {
            if rawRequest.requestType == .inApp { return try answer(toApp: rawRequest, in: context, preferring: options, at: time) }
            return try answer(toWebsite: rawRequest, in: context, preferring: options, at: time)
        } catch { throw .presentation(error) }
    }

    private func answer(
        toApp rawRequest: IdentityDocumentWebPresentmentRawRequest, in context: ISO18013MobileDocumentRequestContext,
        preferring options: [OptionChoice], at time: Instant
    ) throws(DocumentPresenterError) -> ISO18013MobileDocumentResponse {
        let (read, merchantKey) = try DocumentPresenter.checked(Array(rawRequest.requestData), readers: readers, tables: tables, at: time)
        guard context.isShown(read.partial, read.app) else { throw .request("it is not what was shown") }
        let recipient = try sealingKey(insteadOf: merchantKey)
        do throws(PresentationRefusal) {
            let items = try OptionChoice.items(of: read.partial, preferring: options)
            let presentation = try InAppPresentation(answering: items, with: documents.map(\.held), at: time)
            let envelope = try presentation.envelope(
                nonce: read.request.nonce, merchantIdentifier: read.request.merchantIdentifier, teamIdentifier: read.claims.team,
                merchantKey: recipient)
            return ISO18013MobileDocumentResponse(responseData: Data(envelope))
        } catch { throw .refused(error) }
    }

    /// A simulator's answers are for everybody to read, and a server opens them only if it was given the published key.
    private func sealingKey(insteadOf merchantKey: P256.KeyAgreement.PublicKey) throws(DocumentPresenterError) -> P256.KeyAgreement.PublicKey {
        guard mode == .simulator else { return merchantKey }
        do { return try SimulatorKey.published.publicKey } catch { throw .refused(.cryptography) }
    }

    private func answer(
        toWebsite rawRequest: IdentityDocumentWebPresentmentRawRequest, in context: ISO18013MobileDocumentRequestContext,
        preferring options: [OptionChoice], at time: Instant
    ) throws(DocumentPresenterError) -> ISO18013MobileDocumentResponse {
        let presented = try DocumentPresenter.presented(rawRequest, context.requestingWebsiteOrigin)
        do throws(PresentationRefusal) {
            let holder = Holder(documents: documents.map(\.held), readerTrust: readers, policy: .registeredReaders, tables: tables)
            let review = try holder.review(presented, at: time)
            let choice = try PresentationChoice(
                acceptingDefaultsOf: review, choosing: OptionChoice.sets(options), leavingOut: OptionChoice.leftOut(options))
            return ISO18013MobileDocumentResponse(responseData: Data(try review.answer(choice).encoded))
        } catch { throw .refused(error) }
    }
}
