public import AppGrantTokens
public import IdentityElements

/// What an app wants to ask for, from whom, and in which process; reviewed by a person.
public struct AppApplication: Sendable, Hashable {
    /// Longest description, in characters.
    public static let maximumText = 2_000

    /// Identifier of the app.
    public let client: String
    /// Its name for people.
    public let name: String
    /// What it is for.
    public let category: AppCategory
    /// The privacy policies of the app and of each third party that keeps data, the app's first.
    public let privacyPolicies: [PrivacyPolicyLink]
    /// Digests of the screenshots of all parts.
    public let screenshots: [String]
    /// What is to be asked for, by type of document.
    public let documents: [RequestedWords]
    /// Identifiers of the merchants to whose servers answers are sealed.
    public let merchants: [String]
    /// The law by which each restricted element may be asked for.
    public let legalBasis: [ElementName: String]
    /// Everything, as it was written.
    public let draft: AppApplicationDraft

    /// Checks an application.
    ///
    /// - Throws: ``RegistrarError``: `registrar.application.missing` names every field that is missing; other codes
    ///   `registrar.application.…` say what is wrong with one.
    public init(_ draft: AppApplicationDraft) throws(RegistrarError) { try self.init(draft, isFiledNow: true) }

    /// - Parameter isFiledNow: whether promises have to be today's, and each law to name another element; what was filed before stays as it is.
    private init(_ draft: AppApplicationDraft, isFiledNow: Bool) throws(RegistrarError) {
        var fields = ApplicationFields()
        let client = fields.require(draft.client, "client")
        let name = fields.require(draft.name, "name")
        let location = fields.require(draft.location, "location")
        let category = fields.require(draft.category, "category")
        let goods = fields.require(draft.goods, "goods")
        let currentMethod = fields.require(draft.currentMethod, "currentMethod")
        let privacyPolicy = fields.require(draft.privacyPolicy, "privacyPolicy")
        let thirdParties = fields.require(draft.thirdParties, "thirdParties")
        let screenshots = [
            ("screenshots.withoutDocument", draft.screenshots?.withoutDocument), ("screenshots.proposedWith", draft.screenshots?.proposedWith),
            ("screenshots.proposedWithout", draft.screenshots?.proposedWithout),
        ].map { field, digests in (field, fields.require(digests, field)) }
        let documents = fields.require(draft.documents, "documents")
        try fields.check()
        if isFiledNow { try Self.checkPromises(draft) }
        try ApplicationFields.checkIdentifier(client, "client")
        try ApplicationFields.checkText(name, "name", limit: 64)
        if let clip = draft.clip { try Self.checkClip(clip, of: client) }
        try ApplicationFields.checkURL(location, "location")
        try ApplicationFields.checkText(category, "category", limit: 100)
        for (text, field) in [(goods, "goods"), (currentMethod, "currentMethod")] { try ApplicationFields.checkText(text, field, limit: Self.maximumText) }
        try ApplicationFields.checkURL(privacyPolicy, "privacyPolicy")
        self.client = client
        self.name = name
        self.category = AppCategory(category)
        privacyPolicies = [PrivacyPolicyLink(holder: name, url: privacyPolicy)] + (try Self.policies(of: thirdParties))
        self.screenshots = try Self.digests(screenshots)
        self.documents = try Self.words(documents)
        merchants = try Self.merchants(draft.merchants ?? [])
        legalBasis = try Self.laws(draft.legalBasis ?? [], isFiledNow: isFiledNow)
        self.draft = draft
    }

    /// Identifiers of the app and, if it has one, of the part of it that runs without being installed.
    var clients: [String] { [client, draft.clip].compactMap { $0 } }

    /// The parts a reviewer decides on, each by itself. A category of the list is none of them.
    public var parts: [ApplicationPart] {
        var parts: [ApplicationPart] = [.elements]
        if !merchants.isEmpty { parts.append(.merchants) }
        if !legalBasis.isEmpty { parts.append(.legalBasis) }
        if case .proposed = category { parts.append(.category) }
        return parts
    }

    private static func checkPromises(_ draft: AppApplicationDraft) throws(RegistrarError) {
        guard draft.equalProcess == true else {
            throw RegistrarError(
                .applicationEqualProcess, "the application does not declare an equal process for everybody in the region who uses the same goods or services",
                mend: "offer one, and set equalProcess to true")
        }
        guard draft.acceptedTerms == AppTerms.version else {
            throw RegistrarError(.applicationTerms, "the terms \(AppTerms.version) are not accepted", mend: "read them, and set acceptedTerms to \(AppTerms.version)")
        }
    }

    private static func checkClip(_ clip: String, of client: String) throws(RegistrarError) {
        try ApplicationFields.checkIdentifier(clip, "clip")
        guard clip.hasPrefix(client + ".") else {
            throw ApplicationFields.wrong("clip", "does not begin with the app's identifier", "give one such as \(client).clip, or leave it out")
        }
    }

    private static func policies(of parties: [AppApplicationDraft.ThirdParty]) throws(RegistrarError) -> [PrivacyPolicyLink] {
        try ApplicationFields.checkCount(parties, "thirdParties", 0...20)
        var links: [PrivacyPolicyLink] = []
        for (index, party) in parties.enumerated() {
            let name = party.name ?? ""
            try ApplicationFields.checkText(name, "thirdParties[\(index)].name", limit: 64)
            guard let url = party.privacyPolicy, !url.isEmpty else {
                throw RegistrarError(
                    .applicationThirdParty, "\"\(name)\" keeps data, and its privacy policy is missing", mend: "give the https URL as its privacyPolicy")
            }
            try ApplicationFields.checkURL(url, "thirdParties[\(index)].privacyPolicy")
            links.append(PrivacyPolicyLink(holder: name, url: url))
        }
        return links
    }

    private static func digests(_ parts: [(String, [String])]) throws(RegistrarError) -> [String] {
        for (field, digests) in parts {
            try ApplicationFields.checkCount(digests, field, 1...Screenshot.maximumCount)
            if let index = digests.firstIndex(where: { !Screenshot.isDigest($0) }) {
                throw ApplicationFields.wrong("\(field)[\(index)]", "is no digest", "hand the pictures in first, and name the digests you are told")
            }
        }
        return parts.flatMap { $0.1 }
    }

    private static func words(_ documents: [AppApplicationDraft.Document]) throws(RegistrarError) -> [RequestedWords] {
        try ApplicationFields.checkCount(documents, "documents", 1...20)
        var requested: [RequestedWords] = []
        for (index, document) in documents.enumerated() {
            let field = "documents[\(index)]"
            let words = RequestedWords(docType: document.docType ?? "", groups: document.groups ?? [], words: document.words ?? [])
            try ApplicationFields.checkCount(words.groups, field + ".groups", 0...64)
            try ApplicationFields.checkCount(words.words, field + ".words", 0...64)
            guard !words.docType.isEmpty else { throw ApplicationFields.wrong(field + ".docType", "is empty", "name the type of document") }
            guard !words.groups.isEmpty || !words.words.isEmpty else {
                throw ApplicationFields.wrong(field, "asks for nothing", "give groups or words")
            }
            guard !requested.contains(where: { $0.docType == words.docType }) else {
                throw ApplicationFields.wrong(
                    field + ".docType", "names \(words.docType) a second time", "give each type once, with all that is asked of it")
            }
            requested.append(words)
        }
        return requested
    }

    private static func merchants(_ merchants: [String]) throws(RegistrarError) -> [String] {
        try ApplicationFields.checkCount(merchants, "merchants", 0...20)
        for (index, merchant) in merchants.enumerated() { try ApplicationFields.checkIdentifier(merchant, "merchants[\(index)]") }
        return Set(merchants).sorted()
    }

    private static func laws(_ entries: [AppApplicationDraft.LegalBasis], isFiledNow: Bool) throws(RegistrarError) -> [ElementName: String] {
        try ApplicationFields.checkCount(entries, "legalBasis", 0...20)
        var laws: [ElementName: String] = [:]
        for (index, entry) in entries.enumerated() {
            try ApplicationFields.checkText(entry.law ?? "", "legalBasis[\(index)].law", limit: maximumText)
            let name = ElementName(entry.nameSpace ?? "", entry.element ?? "")
            // Of two in an application that was filed before, the last has counted all along.
            guard laws[name] == nil || !isFiledNow else {
                throw ApplicationFields.wrong(
                    "legalBasis[\(index)]", "names \(name) a second time", "give each element once, with every law that applies")
            }
            laws[name] = entry.law
        }
        return laws
    }
}

/// The written form is that of the draft; reading it applies the rules again, but for the promises, whose terms change.
extension AppApplication: Codable {
    /// Reads an application.
    public init(from decoder: any Decoder) throws { try self.init(AppApplicationDraft(from: decoder), isFiledNow: false) }

    /// Writes an application.
    public func encode(to encoder: any Encoder) throws { try draft.encode(to: encoder) }
}
