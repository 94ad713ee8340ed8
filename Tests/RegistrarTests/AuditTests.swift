import Registrar
import Testing

@Suite("The record of what happened")
struct AuditTests {
    private let now = RegistrarWorld.now

    private func acts(_ ledger: RegistrarLedger) -> [String] {
        ledger.audit.compactMap { record in record.actor.map { "\(record.event.rawValue) by \($0)" } }
    }

    @Test("Who decided on a brand or a form, removed a domain or withdrew a certificate is in its record")
    func websites() throws {
        var world = try RegistrarWorld()
        let reviewer = Principal.holder(.reviewer("ada"))
        let applicant = Principal.holder(.applicant("rentals"))
        let rejection = try Rejection(.brand, reason: "The name is another's.")
        try world.submitBrand()
        try world.ledger.refuseBrand("rentals", rejection, as: reviewer, at: now)
        try world.resubmitBrand()
        try world.prove([RegistrarWorld.host])
        try world.approveBrand(as: .operator)
        try world.ledger.add(RegistrarWorld.screenshot(), of: "rentals")
        try world.ledger.file(RegistrarWorld.form(), for: "rentals", at: now)
        try world.ledger.approveForm(1, as: reviewer, at: now)
        let issued = try world.issue(SigningRequestMaker().pem())
        try world.ledger.revoke(issued.serialNumber, .superseded, as: applicant, at: now)
        try world.ledger.refuseForm(1, rejection, as: .operator, at: now)
        try world.ledger.removeDomain(RegistrarWorld.host, of: "rentals", as: applicant, at: now)
        #expect(
            acts(world.ledger) == [
                "brandRefused by reviewer ada", "brandApproved by operator", "formApproved by reviewer ada",
                "certificateRevoked by applicant of brand rentals", "formRefused by operator", "domainRemoved by applicant of brand rentals",
            ])
        #expect(world.ledger.audit.first?.actor == nil, "who submits a brand is nobody in particular")
    }

    @Test("Who decided on an application, had a build granted or withdrew it is in its record, also of what a decision withdraws")
    func apps() throws {
        var scene = try AppScene()
        let number = try scene.file().number
        try scene.world.ledger.approveApplication(number, as: .holder(.reviewer("ada")), at: now)
        var serials: [String] = []
        for _ in 1...2 {
            let granted = try scene.world.ledger.grant(
                number, of: "rentals", executable: AppScene.executable, by: scene.world.authority, as: .holder(.developer("bob", brand: "rentals")), at: now,
                using: &scene.world.generator)
            serials.append(granted.serialNumber)
        }
        try scene.world.ledger.revokeGrant(serials[0], .superseded, as: .holder(.applicant("rentals")), at: now)
        try scene.world.ledger.refuseApplication(number, .elements, reason: "The process is not equal.", as: .operator, at: now)
        #expect(
            acts(scene.world.ledger) == [
                "applicationApproved by reviewer ada", "applicationApproved by reviewer ada", "grantIssued by developer bob of brand rentals",
                "grantIssued by developer bob of brand rentals", "grantRevoked by applicant of brand rentals", "applicationRefused by operator",
                "grantRevoked by operator",
            ])
    }
}
