import DocumentTrust
public import IdentityElements
import IssuingAuthority
public import MobileDocument

extension RegistrarLedger {
    /// Puts a request form into the reviewers' queue.
    ///
    /// - Parameter tables: which elements there are, and which are restricted by law.
    /// - Returns: its number.
    /// - Throws: ``RegistrarError`` `registrar.queue.full` when ``maximumWaitingForms`` of the brand wait already, `registrar.form.count`
    ///   when it has filed ``maximumForms``, `registrar.screenshot.unknown` when it has not handed a picture of it in, `registrar.form` when it
    ///   asks for what is no element of a closed namespace, or for more than a certificate can name, `registrar.form.legalBasis` when it asks for a
    ///   restricted element and names no law, or names one for what needs none, `registrar.form.retention` when it asks for a restricted element and
    ///   would keep the data.
    @discardableResult
    public mutating func file(
        _ form: RequestForm, for identifier: String, tables: ElementTables = .builtIn, at time: Instant
    ) throws(RegistrarError) -> Int {
        _ = try brand(identifier)
        guard forms.count(where: { $0.brand == identifier }) < Self.maximumForms else {
            throw RegistrarError(.formCount, "the brand has filed \(Self.maximumForms) forms", mend: "use one that was approved, or have another brand reviewed")
        }
        let waiting = queue.count { $0.brand == identifier }
        guard waiting < Self.maximumWaitingForms else {
            throw RegistrarError(.queueFull, "\(waiting) forms of the brand wait for a reviewer", mend: "try again when some are reviewed")
        }
        try checkScreenshots(form.screenshots, of: identifier)
        try Self.checkNames(form, by: tables)
        try Self.checkSize(of: form)
        try Self.checkRestricted(form, by: tables)
        let filed = FiledForm(number: forms.count + 1, brand: identifier, form: form)
        forms.append(filed)
        record(.formFiled, "form \(filed.number)", detail: identifier, at: time)
        return filed.number
    }

    /// The forms that wait for a reviewer, oldest first.
    public var queue: [FiledForm] { forms.filter { $0.review == .submitted } }

    /// Approves a form of a brand whose domains are all proven: a form is for those, which its certificates carry.
    ///
    /// - Parameter actor: who decides.
    /// - Throws: ``RegistrarError`` `registrar.domain.notProven` when a domain of the brand is not proven, or it has none, `registrar.review.over`,
    ///   `registrar.form.unknown`.
    public mutating func approveForm(_ number: Int, as actor: Principal? = nil, at time: Instant) throws(RegistrarError) {
        let filed = try form(number, becoming: .approved)
        try Self.checkSize(of: filed.form)
        try brand(filed.brand).checkEveryDomain(at: time)
        forms[number - 1].review = .approved
        record(.formApproved, "form \(number)", by: actor, at: time)
    }

    /// Refuses a form, or takes an approval back; the rejection names domain, form or screenshot.
    ///
    /// - Parameter actor: who decides.
    public mutating func refuseForm(
        _ number: Int, _ rejection: Rejection, as actor: Principal? = nil, at time: Instant
    ) throws(RegistrarError) {
        _ = try form(number, becoming: .refused(rejection))
        forms[number - 1].review = .refused(rejection)
        record(.formRefused, "form \(number)", detail: "\(rejection.part.rawValue): \(rejection.reason)", by: actor, at: time)
    }

    /// Has reviewers look again at the forms of a brand that were approved, since they were for one of another name or country.
    mutating func reopenForms(of identifier: String, at time: Instant) {
        for filed in forms where filed.brand == identifier && filed.review == .approved {
            forms[filed.number - 1].review = .submitted
            record(.formFiled, "form \(filed.number)", detail: "\(identifier), again with another name or country", at: time)
        }
    }

    /// The form of a number.
    public func form(_ number: Int) throws(RegistrarError) -> FiledForm {
        guard number > 0, number <= forms.count else {
            throw RegistrarError(.formUnknown, "there is no form \(number)", mend: "file one, or see the list")
        }
        return forms[number - 1]
    }

    /// The form of a number, of which a review may be concluded so.
    private func form(_ number: Int, becoming review: Review) throws(RegistrarError) -> FiledForm {
        let filed = try form(number)
        guard filed.review.canBecome(review) else {
            throw RegistrarError(.reviewOver, "the review of form \(number) is over: \(filed.review.word)", mend: "file a new form")
        }
        return filed
    }

    /// What no document can have is not asked for: a reviewer would approve, and a certificate grant, a name that is misspelt.
    private static func checkNames(_ form: RequestForm, by tables: ElementTables) throws(RegistrarError) {
        let unknown = form.elements.elements.values.joined().map { ElementName($0) }
            .filter { tables.nameSpaces[$0.nameSpace]?.isClosed == true && tables.entry(of: $0) == nil }
        guard let name = unknown.map(\.description).min() else { return }
        throw RegistrarError(
            .form, "the form asks for \(name), which is not an element of that namespace",
            mend: "compare the name with the standard; case and underscores matter")
    }

    /// Refuses where no certificate could name all that a form asks for: also when one is approved or gets a certificate, since it may be of
    /// before forms were measured.
    static func checkSize(of form: RequestForm) throws(RegistrarError) {
        guard form.elements.isWithinBounds else {
            throw RegistrarError(
                .form, "the form asks for more elements than a certificate can name in \(AllowedElements.maximumBytes) bytes",
                mend: "file several forms, each for some of the elements")
        }
    }

    /// What is restricted by law is asked for by a law that a reviewer reads, and kept by nobody.
    private static func checkRestricted(_ form: RequestForm, by tables: ElementTables) throws(RegistrarError) {
        try checkLaws(of: form, by: tables, mend: "name the law by which it may be asked for, or leave it out")
        let restricted = restricted(in: form, by: tables)
        if let name = Set(form.legalBasis.map(\.name)).subtracting(restricted).map(\.description).min() {
            throw RegistrarError(
                .formLegalBasis, "\(name) needs no legal basis here: it is not restricted, or not asked for",
                mend: "name restricted elements that the form asks for")
        }
        if let name = restricted.map(\.description).min(), form.retentionDays > 0 {
            throw RegistrarError(
                .formRetention, "the form asks for \(name), which nobody may keep, and would keep the data for \(form.retentionDays) days",
                mend: "give 0 days, and file another form for what is kept")
        }
    }

    /// Refuses where a form names no law for what is restricted: also when one gets a certificate, since it may be of before a table called the element
    /// restricted.
    static func checkLaws(of form: RequestForm, by tables: ElementTables, mend remedy: String) throws(RegistrarError) {
        guard let name = restricted(in: form, by: tables).subtracting(form.legalBasis.map(\.name)).map(\.description).min() else { return }
        throw RegistrarError(.formLegalBasis, "the form asks for \(name), which is restricted by law, and names no law for it", mend: remedy)
    }

    private static func restricted(in form: RequestForm, by tables: ElementTables) -> Set<ElementName> {
        Set(form.elements.elements.values.joined().map { ElementName($0) }.filter { tables.sensitivity(of: $0) == .restricted })
    }
}
