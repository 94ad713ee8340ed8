import Foundation
public import IdentityDocumentServices
public import IdentityDocumentServicesUI
public import ProviderDocuments

/// What a provider shows whose documents cannot be used on this machine: why, and Decline.
public struct UnusableFolderView: View {
    private let context: ISO18013MobileDocumentRequestContext
    private let error: DocumentStoreError
    @Environment(\.locale) private var locale

    /// Shows why.
    public init(context: ISO18013MobileDocumentRequestContext, error: DocumentStoreError) {
        self.context = context
        self.error = error
    }

    /// That nothing is sent, why, and Decline.
    public var body: some View {
        let phrases = RequestPhrases(locale)
        VStack {
            Text(phrases.notSent).font(.title)
            Text(phrases.reason(error.code))
            if let path = error.path { Text(path).font(.footnote) }
            Button(phrases.decline, role: .cancel) { context.cancel() }
        }
    }
}
