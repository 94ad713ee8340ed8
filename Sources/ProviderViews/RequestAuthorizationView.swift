public import DocumentProvider
import DocumentTrust
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
    @State private var unusablePath: String?
    @State private var chosen: [DocumentChoice]?
    @State private var preferred: [OptionChoice]?
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

    /// Information, a choice among alternatives and among documents where there are several, Accept, Decline.
    public var body: some View {
        let phrases = RequestPhrases(locale, tables: folder.tables)
        let options = self.options
        let readers = self.readers
        VStack {
            RequestInfoView(context, readers: try? readers.get(), tables: folder.tables, at: Self.now)
            ForEach(options) { option in
                OptionChoiceView(choice: option, among: options, of: context, phrases: phrases) { prefer($0, for: option) }
            }
            ForEach(choices.filter { $0.isAnswered(of: context, preferring: options) }) { choice in
                DocumentChoiceView(choice: choice, phrases: phrases) { select($0, for: choice) }
            }
            if let said = outcome ?? fault(of: readers, phrases) { Text(said).font(.headline) }
            if case .failure(let error) = readers { Text(error.path).font(.footnote) }
            if let unusablePath { Text(unusablePath).font(.footnote) }
            HStack {
                Button(phrases.accept) { await acceptVerification(phrases) }
                Button(phrases.decline, role: .cancel) { context.cancel() }
            }
        }
    }

    /// Whom the app trusts, or why that cannot be told.
    private var readers: Result<ReaderTrustList, TrustAnchorFolderError> {
        Result { () throws(TrustAnchorFolderError) in try folder.readers() }
    }

    /// What is chosen. Without documents that can be read there is nothing to choose, and Accept says why.
    private var choices: [DocumentChoice] { chosen ?? (try? presenter().choices(for: context, at: Self.now)) ?? [] }

    /// Which alternatives are chosen and what is left out, where there is a choice.
    private var options: [OptionChoice] { preferred ?? (try? presenter().options(for: context, at: Self.now)) ?? [] }

    private func prefer(_ option: OptionChoice.Option.ID?, for choice: OptionChoice) {
        var options = options
        for index in options.indices where options[index].id == choice.id { options[index].selected = option }
        preferred = options
    }

    private func select(_ document: ProvisionedDocument.ID, for choice: DocumentChoice) {
        var choices = choices
        for index in choices.indices where choices[index].id == choice.id { choices[index].selected = document }
        chosen = choices
    }

    private func presenter() throws -> DocumentPresenter {
        DocumentPresenter(store: folder.documents, readers: try readers.get(), tables: folder.tables, policy: policy)
    }

    private func acceptVerification(_ phrases: RequestPhrases) async {
        do {
            let (presenter, choices, options) = (try presenter(), choices, options)
            try await context.sendResponse { rawRequest in
                try presenter.response(to: rawRequest, in: context, choosing: choices, preferring: options, at: Self.now)
            }
            (outcome, unusablePath) = (phrases.sent, nil)
        } catch { (outcome, unusablePath) = (phrases.notSent(because: error), Self.path(of: error)) }
    }

    /// The folder or file of the documents that keeps an answer back.
    private static func path(of error: any Error) -> String? {
        switch error {
        case DocumentPresenterError.documents(let error): error.path
        case let error as DocumentStoreError: error.path
        default: nil
        }
    }

    /// That there can be no answer, where it cannot be told whom the app trusts.
    private func fault(of readers: Result<ReaderTrustList, TrustAnchorFolderError>, _ phrases: RequestPhrases) -> String? {
        guard case .failure(let error) = readers else { return nil }
        return phrases.notSent(because: error)
    }

    private static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down))) }
}
