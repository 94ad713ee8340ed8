import Hummingbird
import Registrar

extension Call {
    func readQueue() async throws -> Answer {
        try .json(QueueAnswer(await state.ledger(), at: parts.now()))
    }

    func reviewBrand() async throws -> Answer {
        let decision: BrandDecision = try decode()
        let rejection = try decision.review.rejection(of: .brand, among: Rejection.Part.ofBrand)
        let (identifier, submission, time, who) = (brand, decision.submission ?? 1, parts.now(), principal)
        let ledger: RegistrarLedger
        if let rejection {
            ledger = try await state.change { (ledger) throws(RegistrarError) in
                try ledger.refuseBrand(identifier, rejection, submission: submission, as: who, at: time)
                return ledger
            }
        } else {
            guard let digest = decision.iconDigest else {
                throw Problem(.json, "the member \"iconDigest\" is missing, by which an approval names the icon that was looked at")
            }
            ledger = try await state.change { (ledger) throws(RegistrarError) in
                try ledger.approveBrand(identifier, submission: submission, iconDigest: digest, as: who, at: time)
                return ledger
            }
        }
        return try .json(BrandAnswer(ledger.brand(identifier), in: ledger, at: time))
    }

    func reviewForm() async throws -> Answer {
        let decision: ReviewDecision = try decode()
        let rejection = try decision.rejection(of: .form, among: Rejection.Part.ofForm)
        let (number, time, who) = (Int(parameter("form")) ?? 0, parts.now(), principal)
        let filed = try await state.change { (ledger) throws(RegistrarError) in
            if let rejection {
                try ledger.refuseForm(number, rejection, as: who, at: time)
            } else {
                try ledger.approveForm(number, as: who, at: time)
            }
            return try ledger.form(number)
        }
        return try .json(FormAnswer(filed))
    }
}
