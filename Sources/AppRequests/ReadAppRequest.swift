package import AppGrantTokens
package import BrokerMessages
import Crypto
package import IdentityElements
package import PresentmentRequest
import TextEncodings
package import X509

/// An app's request as broker and provider read it: each by itself, from the same bytes, with the same outcome.
package struct ReadAppRequest: Sendable {
    /// The request.
    package let request: AppRequest
    /// What a registrar says of the app.
    package let claims: GrantClaims
    /// The registrar's root.
    package let root: Certificate
    /// What is asked, in the form in which requests of websites are shown.
    package let partial: PartialRequest
    /// Who asks.
    package let app: RequestingApp

    /// Reads a request, and holds it against its grant. Whether that is the grant of the program that asks, is for whoever knows the program.
    ///
    /// What is restricted by law and was granted without a legal basis is left out, and named in `app.omitted`.
    ///
    /// - Parameters:
    ///   - registrars: by whose word apps may ask.
    ///   - tables: which elements the words bring.
    ///   - time: the moment to judge by, in seconds since 1970.
    package init(
        _ request: AppRequest, registrars: AppRegistrars, tables: ElementTables, at time: Int64
    ) throws(AppRequestRefusal) {
        guard request.purpose.unicodeScalars.allSatisfy(\.isVisible) else { throw .malformed("the purpose is not one line of visible characters") }
        self.request = request
        let (token, root) = try registrars.grant(request.grant, at: time)
        (claims, self.root) = (token.claims, root)
        let (documents, omitted) = try Self.documents(request, claims.grant, tables)
        let bytes = request.encode()
        do {
            let digest = try RequestDigest(SHA256.hash(data: bytes))
            partial = try PartialRequest(
                origin: "app:" + claims.client, documentRequests: documents.map(\.request),
                presentments: [.init(isMandatory: true, documentRequestSets: documents.indices.map { [$0] }, isUseCase: false)], authentications: [],
                deviceRequestDigest: digest, encryptionInfoDigest: digest)
        } catch { throw .malformed("\(error)") }
        app = RequestingApp(
            identifier: claims.client, name: claims.name, merchantIdentifier: request.merchantIdentifier, purpose: request.purpose,
            privacyPolicies: claims.privacyPolicies.map { .init(party: $0.holder, address: $0.url) },
            retentions: documents.map(\.retentions), omitted: omitted)
    }

    private typealias Document = (request: PartialRequest.DocumentRequest, retentions: [Retention])

    /// Those of the documents of which anything can be asked.
    private static func documents(
        _ request: AppRequest, _ grant: AppGrant, _ tables: ElementTables
    ) throws(AppRequestRefusal) -> (documents: [Document], omitted: [String]) {
        // Options of one type could not be told apart in what is shown, released and kept of them.
        guard Set(request.documents.map(\.docType)).count == request.documents.count else { throw .malformed("a type of document is asked for twice") }
        var documents: [Document] = []
        var omitted: [String] = []
        // A kind of document may have several types, of which an app needs only be granted one. Of those it is granted, all it asks for.
        let granted = request.documents.filter { grant.words[$0.docType] != nil }
        if granted.isEmpty, let first = request.documents.first { throw .notGranted(.docType(first.docType)) }
        for asked in granted {
            let words = try words(of: asked)
            try check(words.map(\.element), of: asked, for: request.merchantIdentifier, grant, tables)
            try checkRetentions(words, of: asked.docType, grant, tables)
            do throws(IdentityRequestError) {
                let resolved = try tables.resolve(
                    words.map(\.element), of: asked.docType, region: asked.region, legalBasis: grant.legalBasis,
                    ageFallback: asked.acceptsAge ? .age : .nothing)
                omitted += resolved.omitted.filter { $0.reason == .legalBasis }.map(\.element.word)
                documents.append(try Self.document(resolved, words))
            } catch .noElements where granted.count > 1 {
                continue
            } catch { throw .elements(error) }
        }
        guard !documents.isEmpty else { throw .elements(.noElements) }
        var seen: Set<String> = []
        return (documents, omitted.filter { seen.insert($0).inserted })
    }

    private typealias Word = (element: IdentityElement, retention: Retention)

    private static func words(of document: AppRequest.Document) throws(AppRequestRefusal) -> [Word] {
        do throws(IdentityRequestError) {
            return try document.words.map { (word) throws(IdentityRequestError) in
                let element = try word.threshold.map { (years) throws(IdentityRequestError) in try IdentityElement.age(atLeast: Int(years)) }
                return (element ?? IdentityElement(word.word), word.retention)
            }
        } catch { throw .elements(error) }
    }

    /// Nothing but a legal basis may be missing: what lacks it is left out of the request.
    private static func check(
        _ elements: [IdentityElement], of document: AppRequest.Document, for merchant: String, _ grant: AppGrant, _ tables: ElementTables
    ) throws(AppRequestRefusal) {
        let refusals = grant.refusals(
            of: elements, docType: document.docType, merchantIdentifier: merchant, ageFallback: document.acceptsAge ? .age : .nothing, tables: tables)
        for refusal in refusals {
            switch refusal {
            case .legalBasis: continue
            // Who only wants to know whether it may ask names no merchant.
            case .merchant where merchant.isEmpty && !grant.merchantIdentifiers.isEmpty: continue
            default: throw .notGranted(refusal)
            }
        }
    }

    /// What is restricted by law is not kept. An app that says it would keep it is refused: its person is not told otherwise in its name.
    private static func checkRetentions(
        _ words: [Word], of docType: String, _ grant: AppGrant, _ tables: ElementTables
    ) throws(AppRequestRefusal) {
        for word in words where word.retention.isRetaining {
            let names = tables.documents[docType]?.elements(of: word.element) ?? []
            // Without a legal basis it is left out.
            guard !names.contains(where: { tables.sensitivity(of: $0) == .restricted && grant.legalBasis.contains($0) }) else {
                throw .retention(word.element.word)
            }
        }
    }

    private static func document(
        _ resolved: ResolvedElements, _ words: [Word]
    ) throws(IdentityRequestError) -> Document {
        var retentions: [ElementName: Retention] = [:]
        var substitutes: [ElementName: [ElementName]] = [:]
        for answerable in resolved.answerable {
            let retention = words.filter { $0.element == answerable.element }.map(\.retention).reduce(.none, Retention.longer)
            for name in answerable.names {
                retentions[name] = Retention.longer(retentions[name] ?? .none, retention)
                substitutes[name] = answerable.substitutes
            }
        }
        let names = resolved.names
        do {
            let elements = try names.map { PartialRequest.Element(try reference($0), isRetaining: retentions[$0]?.isRetaining ?? false) }
            let alternatives = try names.filter { substitutes[$0]?.isEmpty == false }.map { name in
                try PartialRequest.Alternative(for: reference(name), sets: (substitutes[name] ?? []).map { [try reference($0)] })
            }
            let request = try PartialRequest.DocumentRequest(documentType: resolved.docType, elements: elements, alternatives: alternatives)
            return (request, names.map { retentions[$0] ?? .none })
        } catch { throw .unknownDocument }
    }

    private static func reference(_ name: ElementName) throws(PartialRequestFault) -> PartialRequest.ElementReference {
        try PartialRequest.ElementReference(nameSpace: name.nameSpace, identifier: name.identifier)
    }
}
