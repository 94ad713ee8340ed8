public import IdentityElements
public import MobileDocument

extension RegistrarLedger {
    /// Notes that a brand handed in a screenshot; the picture itself is kept by the storage.
    ///
    /// - Throws: ``RegistrarError`` `registrar.screenshot.count` when the brand has ``maximumScreenshots``.
    public mutating func add(_ screenshot: Screenshot, of identifier: String) throws(RegistrarError) {
        _ = try approvedBrand(identifier)
        guard screenshots[identifier]?.contains(screenshot.digest) != true else { return }
        guard screenshots[identifier, default: []].count < Self.maximumScreenshots else {
            throw RegistrarError(.screenshotCount, "the brand has handed in \(Self.maximumScreenshots) screenshots", mend: "use those")
        }
        screenshots[identifier, default: []].insert(screenshot.digest)
    }

    /// Reviewers look at what is named, so it must be there.
    func checkScreenshots(_ digests: [String], of identifier: String) throws(RegistrarError) {
        guard let unknown = digests.first(where: { screenshots[identifier]?.contains($0) != true }) else { return }
        throw RegistrarError(.screenshotUnknown, "the brand has handed in no screenshot \(unknown)", mend: "hand the picture in first")
    }

    /// Puts an application before the reviewers. One for an app that has a grant changes nothing before it is approved.
    ///
    /// - Parameters:
    ///   - role: who applies; only the holder of the account may.
    ///   - tables: which words and groups there are.
    /// - Returns: its number.
    /// - Throws: ``RegistrarError``; `registrar.application.field` also for a field that takes more than a grant can say.
    @discardableResult
    public mutating func file(
        _ application: AppApplication, for identifier: String, as role: AccountRole, tables: ElementTables = .builtIn, at time: Instant
    ) throws(RegistrarError) -> Int {
        guard role == .holder else {
            throw RegistrarError(.accountRole, "only the holder of the account applies, not a developer of it", mend: "have the holder file it")
        }
        _ = try approvedBrand(identifier)
        let own = applications.filter { $0.brand == identifier }
        guard own.count < Self.maximumForms else {
            throw RegistrarError(.applicationCount, "the brand has filed \(own.count) applications", mend: "use one that was approved, or have another brand reviewed")
        }
        guard own.count(where: { !$0.waiting.isEmpty }) < Self.maximumWaitingForms else {
            throw RegistrarError(.queueFull, "\(Self.maximumWaitingForms) applications of the brand wait for a reviewer", mend: "try again when some are reviewed")
        }
        try checkScreenshots(application.screenshots, of: identifier)
        try checkOwners(of: application, for: identifier)
        let words = try Self.words(of: application, by: tables)
        let filed = FiledApplication(number: applications.count + 1, brand: identifier, application: application, words: words)
        try filed.checkSize()
        applications.append(filed)
        record(.applicationFiled, "application \(filed.number)", detail: "\(identifier), \(application.client)", at: time)
        return filed.number
    }

    /// The applications of which a part waits for a reviewer, oldest first.
    public var waitingApplications: [FiledApplication] { applications.filter { !$0.waiting.isEmpty } }

    /// The application of a number.
    public func application(_ number: Int) throws(RegistrarError) -> FiledApplication {
        guard number > 0, number <= applications.count else {
            throw RegistrarError(.applicationUnknown, "there is no application \(number)", mend: "file one, or see the list")
        }
        return applications[number - 1]
    }

    /// Approves a part of an application, or all that wait.
    ///
    /// - Parameter actor: who decides.
    public mutating func approveApplication(
        _ number: Int, _ part: ApplicationPart? = nil, as actor: Principal? = nil, at time: Instant
    ) throws(RegistrarError) {
        let filed = try application(number)
        try checkOwners(of: filed.application, for: filed.brand)
        for part in try parts(part, of: filed, becoming: .approved) {
            applications[number - 1].reviews[part] = .approved
            record(.applicationApproved, "application \(number)", detail: part.rawValue, by: actor, at: time)
        }
    }

    /// Refuses a part of an application, or all that wait; or takes the approval of a part back, which withdraws every grant of an app and every
    /// certificate of a merchant that rests on it.
    ///
    /// - Parameter actor: who decides.
    public mutating func refuseApplication(
        _ number: Int, _ part: ApplicationPart? = nil, reason: String, as actor: Principal? = nil, at time: Instant
    ) throws(RegistrarError) {
        let filed = try application(number)
        var ledger = self
        for part in try parts(part, of: filed, becoming: .refused(Rejection(.elements, reason: reason))) {
            ledger.applications[number - 1].reviews[part] = .refused(try Rejection(part.rejected, reason: reason))
            ledger.record(.applicationRefused, "application \(number)", detail: "\(part.rawValue): \(reason)", by: actor, at: time)
            if filed.reviews[part] == .approved { try ledger.withdrawAll(restingOn: filed, as: actor, at: time) }
        }
        self = ledger
    }

    /// Has reviewers look again at what was approved of a brand's applications, since it was for one of another name or country; withdraws what rests
    /// on it.
    mutating func reopenApplications(of identifier: String, as actor: Principal?, at time: Instant) throws(RegistrarError) {
        for filed in applications where filed.brand == identifier {
            for part in filed.application.parts where filed.reviews[part] == .approved {
                applications[filed.number - 1].reviews[part] = .submitted
                let detail = "\(identifier), \(part.rawValue) again with another name or country"
                record(.applicationFiled, "application \(filed.number)", detail: detail, at: time)
                try withdrawAll(restingOn: filed, as: actor, at: time)
            }
        }
    }

    /// Withdraws every grant of an application of which an approval does not count any more, and every certificate of a merchant that its brand has
    /// lost with that.
    private mutating func withdrawAll(restingOn filed: FiledApplication, as actor: Principal?, at time: Instant) throws(RegistrarError) {
        for grant in grants where grant.application == filed.number && grant.revokedAt == nil {
            try revokeGrant(grant.serialNumber, .privilegeWithdrawn, as: actor, at: time)
        }
        for certificate in certificates where certificate.brand == filed.brand && certificate.revokedAt == nil {
            guard case .encryption(let merchant) = certificate.use, owner(ofMerchant: merchant) != filed.brand else { continue }
            try revoke(certificate.serialNumber, .privilegeWithdrawn, as: actor, at: time)
        }
    }

    /// The brand a merchant identifier was granted to.
    public func owner(ofMerchant merchant: String) -> String? {
        applications.first { $0.reviews[.merchants] == .approved && $0.application.merchants.contains(merchant) }?.brand
    }

    private func owner(ofClient client: String) -> String? {
        applications.first { $0.reviews[.elements] == .approved && $0.application.clients.contains(client) }?.brand
    }

    /// Nobody is granted what is another's: to its servers answers would go, and under its app's name they would be asked for.
    private func checkOwners(of application: AppApplication, for identifier: String) throws(RegistrarError) {
        let client = application.clients.first { owner(ofClient: $0).map { $0 != identifier } ?? false }
        let merchant = application.merchants.first { owner(ofMerchant: $0).map { $0 != identifier } ?? false }
        guard let taken = client ?? merchant else { return }
        throw RegistrarError(.applicationTaken, "\"\(taken)\" was granted to another account", mend: "use an identifier of your own")
    }

    private func parts(_ part: ApplicationPart?, of filed: FiledApplication, becoming review: Review) throws(RegistrarError) -> [ApplicationPart] {
        let parts = part.map { [$0] } ?? filed.waiting
        guard !parts.isEmpty, parts.allSatisfy({ filed.reviews[$0]?.canBecome(review) ?? false }) else {
            throw RegistrarError(
                .reviewOver, "application \(filed.number) has no \(part?.rawValue ?? "part") to decide on so", mend: "see what waits, or file a new application")
        }
        return parts
    }

    private static func words(of application: AppApplication, by tables: ElementTables) throws(RegistrarError) -> [String: Set<String>] {
        var words: [String: Set<String>] = [:]
        var restricted: Set<ElementName> = []
        for document in application.documents {
            let granted = try document.granted(by: tables)
            words[document.docType] = granted
            let names = granted.flatMap { tables.documents[document.docType]?.elements(of: IdentityElement($0)) ?? [] }
            restricted.formUnion(names.filter { tables.sensitivity(of: $0) == .restricted })
        }
        if let name = application.legalBasis.keys.first(where: { !restricted.contains($0) }) {
            throw RegistrarError(
                .applicationLegalBasis, "\(name) needs no legal basis here: it is not restricted, or not asked for",
                mend: "name restricted elements of the words that are asked for")
        }
        return words
    }
}
