public import MobileDocument

extension RegistrarLedger {
    /// Puts a request form into the reviewers' queue.
    ///
    /// - Returns: its number.
    /// - Throws: ``RegistrarError`` `registrar.queue.full` when ``maximumWaitingForms`` of the brand wait already, `registrar.form.count`
    ///   when it has filed ``maximumForms``, `registrar.screenshot.unknown` when it has not handed a picture of it in.
    @discardableResult
    public mutating func file(_ form: RequestForm, for identifier: String, at time: Instant) throws(RegistrarError) -> Int {
        _ = try brand(identifier)
        guard forms.count(where: { $0.brand == identifier }) < Self.maximumForms else {
            throw RegistrarError(.formCount, "the brand has filed \(Self.maximumForms) forms", mend: "use one that was approved, or have another brand reviewed")
        }
        let waiting = queue.count { $0.brand == identifier }
        guard waiting < Self.maximumWaitingForms else {
            throw RegistrarError(.queueFull, "\(waiting) forms of the brand wait for a reviewer", mend: "try again when some are reviewed")
        }
        try checkScreenshots(form.screenshots, of: identifier)
        let filed = FiledForm(number: forms.count + 1, brand: identifier, form: form)
        forms.append(filed)
        record(.formFiled, "form \(filed.number)", detail: identifier, at: time)
        return filed.number
    }

    /// The forms that wait for a reviewer, oldest first.
    public var queue: [FiledForm] { forms.filter { $0.review == .submitted } }

    /// Approves a form.
    ///
    /// - Parameter actor: who decides.
    public mutating func approveForm(_ number: Int, as actor: Principal? = nil, at time: Instant) throws(RegistrarError) {
        try conclude(number, .approved)
        record(.formApproved, "form \(number)", by: actor, at: time)
    }

    /// Refuses a form, or takes an approval back; the rejection names domain, form or screenshot.
    ///
    /// - Parameter actor: who decides.
    public mutating func refuseForm(
        _ number: Int, _ rejection: Rejection, as actor: Principal? = nil, at time: Instant
    ) throws(RegistrarError) {
        try conclude(number, .refused(rejection))
        record(.formRefused, "form \(number)", detail: "\(rejection.part.rawValue): \(rejection.reason)", by: actor, at: time)
    }

    /// The form of a number.
    public func form(_ number: Int) throws(RegistrarError) -> FiledForm {
        guard number > 0, number <= forms.count else {
            throw RegistrarError(.formUnknown, "there is no form \(number)", mend: "file one, or see the list")
        }
        return forms[number - 1]
    }

    private mutating func conclude(_ number: Int, _ review: Review) throws(RegistrarError) {
        let filed = try form(number)
        guard filed.review.canBecome(review) else {
            throw RegistrarError(.reviewOver, "the review of form \(number) is over: \(filed.review.word)", mend: "file a new form")
        }
        forms[number - 1].review = review
    }
}
