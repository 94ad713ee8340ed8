import Hummingbird
import Registrar

extension Call {
    func addDeveloper() async throws -> Answer {
        let message: DeveloperRequest = try decode()
        try await requireApprovedBrand()
        let (identifier, time) = (brand, parts.now())
        let token = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.issueToken(to: .developer(message.name, brand: identifier), at: time, using: &generator)
        }
        return try .json(DeveloperAnswer(name: message.name, token: token.text))
    }

    func addScreenshot() async throws -> Answer {
        let message: ScreenshotSubmission = try decode()
        let (screenshot, identifier) = (try Screenshot(png: Array(message.png)), brand)
        try await requireApprovedBrand()
        // None is kept beyond a brand's limit, but for what is handed in at the same time, and none is noted before it is kept: a form or an
        // application could name it.
        let digest = screenshot.digest
        let room = digest.utf8.count + identifier.utf8.count + 64
        try await state.rehearse(adding: room) { (ledger) throws(RegistrarError) in try ledger.add(screenshot, of: identifier) }
        try await state.keep(screenshot)
        try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in try ledger.add(screenshot, of: identifier) }
        return try .json(ScreenshotAnswer(digest: digest))
    }

    func readScreenshot() async throws -> Answer {
        let digest = parameter("digest")
        guard try await state.ledger().screenshots[brand]?.contains(digest) == true else {
            throw RegistrarError(.screenshotUnknown, "the brand has handed in no screenshot of that digest", mend: "see the application")
        }
        guard let screenshot = try await state.screenshot(digest) else {
            throw RegistrarError(
                .storage, "the screenshot \(digest) is in the ledger, and its file is not beside it", mend: "restore it from a copy, or have it handed in again")
        }
        return Answer(content: screenshot.png, mediaType: "image/png")
    }

    func fileApplication() async throws -> Answer {
        let draft: AppApplicationDraft = try decode()
        guard let role = holder?.role else { throw Problem(.credentials) }
        let application = try AppApplication(draft)
        try await requireApprovedBrand()
        let (identifier, time, tables) = (brand, parts.now(), parts.tables)
        let filed = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            let number = try ledger.file(application, for: identifier, as: role, tables: tables, at: time)
            return try ledger.application(number)
        }
        return try .json(ApplicationAnswer(filed))
    }

    func listApplications() async throws -> Answer {
        try .json(ApplicationsAnswer(applications: await state.ledger().applications.filter { $0.brand == brand }.map(ApplicationAnswer.init)))
    }

    func grantBuild() async throws -> Answer {
        let message: GrantRequest = try decode()
        try await requireApprovedBrand()
        let (identifier, number, time, authority, who) = (brand, Int(parameter("application")) ?? 0, parts.now(), parts.authority, principal)
        let grant = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.grant(number, of: identifier, executable: message.executable, by: authority, as: who, at: time, using: &generator)
        }
        return try .json(GrantAnswer(grant))
    }

    func listGrants() async throws -> Answer {
        try .json(GrantsAnswer(grants: await state.ledger().grants.filter { $0.brand == brand }.map(GrantAnswer.init)))
    }

    func revokeGrant() async throws -> Answer {
        let message: RevocationRequest = try decode()
        let (identifier, serial, time, who) = (brand, parameter("serial"), parts.now(), principal)
        // What is not there is refused without a change, which reads and writes all of the ledger.
        try await state.ledger().checkGrant(serial, of: identifier)
        let grant = try await state.change { (ledger) throws(RegistrarError) in
            try ledger.checkGrant(serial, of: identifier)
            return try ledger.revokeGrant(serial, message.reason, as: who, at: time)
        }
        return try .json(GrantAnswer(grant))
    }

    func reviewApplication() async throws -> Answer {
        let message: ApplicationDecision = try decode()
        let (number, time, who) = (Int(parameter("application")) ?? 0, parts.now(), principal)
        let filed = try await state.change { (ledger) throws(RegistrarError) in
            switch message.decision {
            case .approve: try ledger.approveApplication(number, message.part, as: who, at: time)
            case .refuse: try ledger.refuseApplication(number, message.part, reason: message.reason ?? "", as: who, at: time)
            }
            return try ledger.application(number)
        }
        return try .json(ApplicationAnswer(filed))
    }
}

extension RegistrarLedger {
    /// Refuses where a brand has no such grant; that of another brand is as good as none.
    fileprivate func checkGrant(_ serial: String, of brand: String) throws(RegistrarError) {
        guard grants.contains(where: { $0.serialNumber == serial.lowercased() && $0.brand == brand }) else {
            throw RegistrarError(.grantUnknown, "there is no grant \"\(serial)\"", mend: "see the list")
        }
    }
}
