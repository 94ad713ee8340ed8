public import DocumentTrust
import Foundation
public import IdentityDocumentServices
public import IdentityDocumentServicesUI
public import IdentityElements
public import MobileDocument

/// Who asks for what, and what they will keep: the first of the three parts of a provider's sheet.
///
/// Every element is named, in the person's language where a table knows it and by its identifier and namespace where none does.
public struct RequestInfoView: View {
    private let request: ISO18013MobileDocumentRequest
    private let origin: URL?
    private let identity: ReaderIdentity?
    private let isChecked: Bool
    private let app: RequestingAppInformation?
    private let tables: ElementTables
    @Environment(\.locale) private var locale

    /// Shows a request.
    ///
    /// - Parameters:
    ///   - context: the request.
    ///   - readers: the authorities whose word on who a reader is the app believes; nil where it cannot be told which they are.
    ///   - tables: what elements and documents are called.
    ///   - time: the moment to judge certificates by.
    public init(
        _ context: ISO18013MobileDocumentRequestContext, readers: ReaderTrustList?, tables: ElementTables = .builtIn, at time: Instant
    ) {
        self.tables = tables
        request = context.request
        app = context.request.requestingApp
        origin = context.requestingWebsiteOrigin
        isChecked = readers != nil
        let chains = context.wholeRequestChains
        identity = origin.flatMap { try? Origin($0.absoluteString) }.flatMap { origin in
            readers.flatMap { readers in chains.lazy.compactMap { ReaderIdentity(of: $0, trust: readers, origin: origin, at: time) }.first }
        }
    }

    /// Who asks, each element by its name, and what is kept in all.
    public var body: some View {
        let phrases = RequestPhrases(locale, tables: tables)
        let flags = self.flags(phrases)
        VStack {
            if let app {
                RequestingAppView(app: app, documentTypes: documentTypes, phrases: phrases)
            } else {
                RequesterView(origin: origin, identity: identity, isChecked: isChecked, phrases: phrases)
            }
            ForEach(RequestedPart.all(request.presentmentRequests)) { presentment in
                let alternatives = RequestedAlternative.all(of: presentment.content, by: app, in: phrases)
                if alternatives.count > 1 { Text(phrases.oneOf) }
                ForEach(alternatives) { alternative in
                    if alternatives.count > 1 { Text(phrases.option(alternative.id)).font(.headline) }
                    ForEach(RequestedPart.all(alternative.requests)) {
                        DocumentRequestView(request: $0.content, app: app, isOptional: !presentment.content.isMandatory, phrases: phrases)
                    }
                }
            }
            if app == nil { Text(phrases.retention(kept: flags.count { $0 }, of: flags.count)).font(.headline) }
        }
    }

    private var documentTypes: Set<String> {
        Set(request.presentmentRequests.flatMap(\.documentRequestSets).flatMap(\.requests).map(\.documentType))
    }

    /// Of every element that is shown, whether it will be kept.
    private func flags(_ phrases: RequestPhrases) -> [Bool] {
        let alternatives = request.presentmentRequests.flatMap { RequestedAlternative.all(of: $0, by: app, in: phrases) }
        return alternatives.flatMap(\.requests).flatMap(\.namespaces.values).flatMap { $0.values.map(\.isRetaining) }
    }
}
