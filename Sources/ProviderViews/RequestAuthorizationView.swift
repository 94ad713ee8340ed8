public import DocumentProvider
import Foundation
public import IdentityDocumentServices
public import IdentityDocumentServicesUI
public import ProviderDocuments
import MobileDocument

/// A provider's whole sheet: who asks for what, Accept, and Decline, in this order.
public struct RequestAuthorizationView: View {
    private let context: ISO18013MobileDocumentRequestContext
    private let folder: ProviderFolder
    private let policy: ReaderPolicy
    @State private var outcome: String?
    @Environment(\.locale) private var locale

    /// Shows a request.
    ///
    /// - Parameters:
    ///   - context: the request.
    ///   - folder: the app's documents, and whom it trusts.
    ///   - policy: what a reader's certificate must say for an answer.
    public init(_ context: ISO18013MobileDocumentRequestContext, folder: ProviderFolder, policy: ReaderPolicy) {
        self.context = context
        self.folder = folder
        self.policy = policy
    }

    public var body: some View {
        let phrases = RequestPhrases(locale)
        VStack {
            RequestInfoView(context, readers: (try? folder.readers()) ?? .init([]), at: Self.now)
            if let outcome { Text(outcome).font(.headline) }
            HStack {
                Button(phrases.accept) { await acceptVerification(phrases) }
                Button(phrases.decline, role: .cancel) { context.cancel() }
            }
        }
    }

    private func acceptVerification(_ phrases: RequestPhrases) async {
        do {
            let presenter = DocumentPresenter(store: folder.documents, readers: try folder.readers(), policy: policy)
            try await context.sendResponse { rawRequest in
                try presenter.response(to: rawRequest, in: context, at: Self.now)
            }
            outcome = phrases.sent
        } catch let error as DocumentPresenterError {
            outcome = "\(phrases.notSent) \(error) (\(error.code))"
        } catch {
            outcome = phrases.notSent
        }
    }

    private static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down))) }
}
