import BrokerMessages
import DocumentTrust
import ElementTableFiles
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import RelyingParty
import RequestExtraction

/// A home with a provider's folder in it, a driving licence in that, and who asks for the licence.
struct ConformanceScene {
    /// The enrolment of the licence's owner.
    static let owner = "owner"
    /// What is asked for.
    private static let elements: [ElementIdentifier] = ["family_name", "document_number"]
    static let expected = Set(elements.map { ElementReference(.mobileDrivingLicence, $0) })
    /// What a sheet calls that.
    static let names = elements.map {
        ElementTables.builtIn.displayName(of: ElementName(NameSpace.mobileDrivingLicence.rawValue, $0.rawValue), in: .english)
    }

    let home: ThrowawayFolder
    /// A request that is to be answered.
    let request: [UInt8]
    /// One for more, by the same reader.
    let otherRequest: [UInt8]
    /// Those that nobody signed whom the provider knows.
    let strangersRequests: [[UInt8]]
    private let parties: SampleParties
    private let session: PendingSession
    private let app: AskingApp
    /// The licence's name in the provider's folder.
    private let document: String

    /// - Parameter app: what the provider's app calls its folder.
    init(app name: String) throws {
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let (home, parties) = (try ThrowawayFolder(), try SampleParties(now: now))
        document = try Self.provision(parties, in: ProviderFolder("\(home.path)/data/\(name)"))
        let reader = try parties.registeredReader(mayAsk: Self.elements + ["birth_date"])
        (session, request) = try Self.request(Self.elements, at: parties, by: [reader])
        otherRequest = try Self.request(Self.elements + ["birth_date"], at: parties, by: [reader]).data
        let stranger = try SampleParties(now: now).readerSigner()
        strangersRequests = try [[], [stranger]].map { try Self.request(Self.elements, at: parties, by: $0).data }
        app = try AskingApp(parties)
        (self.home, self.parties) = (home, parties)
    }

    /// The environment of programs in this home, out of reach of the machine's broker.
    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["HOME"] = home.path
        for part in ["data", "state", "config", "cache"] { environment["XDG_\(part.uppercased())_HOME"] = "\(home.path)/\(part)" }
        environment["XDG_RUNTIME_DIR"] = home.path + "/run"
        for variable in [BrokerSocket.apps.variable, BrokerSocket.agents.variable, InstalledTables.variable] { environment[variable] = nil }
        return environment
    }

    /// A website's request as it is shown.
    func shown(_ request: [UInt8]) throws -> RequestToPresent {
        let partial = try RequestExtraction.partialRequest(from: request, origin: parties.origin.serialized)
        return RequestToPresent(request: partial, documentIdentifiers: [[document]], locale: "en")
    }

    /// A website's request after consent.
    func released(_ request: [UInt8], to enrolment: String) -> ReleasedRequestData {
        ReleasedRequestData(data: request, origin: parties.origin.serialized, enrolment: enrolment)
    }

    /// The app's request as it is shown, and after consent.
    var appRequest: (shown: RequestToPresent, released: ReleasedRequestData) {
        let read = app.read
        return (
            RequestToPresent(request: read.partial, documentIdentifiers: [[document]], locale: "en", app: read.app),
            ReleasedRequestData(data: read.request.encode(), origin: read.partial.origin, enrolment: Self.owner)
        )
    }

    /// What the website gets to know of an answer.
    func received(_ answer: [UInt8]) async throws -> Set<ElementReference> {
        let (store, id) = (InMemorySessionStore(), SessionIdentifier(rawValue: "one"))
        await store.insert(session, id: id)
        guard let claimed = await store.claim(id, at: parties.now) else { return [] }
        return Self.references(in: try verifier().verify(CredentialResponse(sealed: answer), for: claimed, at: parties.now))
    }

    /// What the app's server gets to know of an answer.
    func receivedByApp(_ answer: [UInt8]) throws -> Set<ElementReference> {
        Self.references(in: try verifier().verify(envelope: answer, for: app.session(), at: parties.now))
    }

    private func verifier() throws -> Verifier { try Verifier(trust: parties.issuerTrust(), profile: ISOProfile(), mode: .development) }

    private static func references(in verdict: Verdict) -> Set<ElementReference> {
        guard case .verified(let verified) = verdict else { return [] }
        // A verifier drops what nobody asked for. Here it counts.
        return Set(verified.documents.flatMap(\.issuerSigned).map(\.reference) + verified.comparison.unrequested)
    }

    private static func request(
        _ elements: [ElementIdentifier], at parties: SampleParties, by signers: [ReaderSigner]
    ) throws -> (session: PendingSession, data: [UInt8]) {
        let (session, request) = try RequestBuilder(
            documents: [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: elements)], signers: signers
        ).build(for: parties.origin, expiresAt: parties.now.advanced(bySeconds: 600))
        return (session, Array(try JSONEncoder().encode(request.data)))
    }

    private static func provision(_ parties: SampleParties, in folder: ProviderFolder) throws -> String {
        try folder.trust(parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        try folder.trust(parties.root.identity.certificatePEM, named: "issuer", as: .issuer)
        let key = try folder.keys.makeKey(label: "licence")
        let midnight = CalendarDate(parties.now).startOfDay
        let issued = try MobileDocumentIssuer(signer: parties.signer).issue(
            SampleContent.drivingLicence(), deviceKey: key.publicKey,
            validity: ValidityInfo(
                signed: midnight.advanced(byDays: -1), validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 90)))
        return try folder.documents.provision(
            issued, docType: .mobileDrivingLicence, title: "Licence", keyLabel: "licence", enrolment: owner,
            proofing: Proofing(reviewer: "Robin Clerk", time: parties.now), trust: parties.issuerTrust(), at: parties.now
        ).id
    }
}
