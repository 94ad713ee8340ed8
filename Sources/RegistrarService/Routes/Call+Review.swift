import Hummingbird
import Registrar

extension Call {
    func readQueue() async throws -> Answer {
        let ledger = try await state.ledger()
        return try .json(
            QueueAnswer(
                brands: ledger.waitingBrands.map(BrandSummary.init), forms: ledger.queue.map(FormAnswer.init),
                applications: ledger.waitingApplications.map(ApplicationAnswer.init)))
    }

    func reviewBrand() async throws -> Answer {
        let decision: BrandDecision = try decode()
        let rejection = try decision.review.rejection(of: .brand)
        let (identifier, submission, time, who) = (brand, decision.submission ?? 1, parts.now(), principal)
        let ledger = try await state.change { (ledger) throws(RegistrarError) in
            if let rejection {
                try ledger.refuseBrand(identifier, rejection, submission: submission, as: who, at: time)
            } else {
                try ledger.approveBrand(identifier, submission: submission, as: who, at: time)
            }
            return ledger
        }
        return try .json(BrandAnswer(ledger.brand(identifier), in: ledger, at: time))
    }

    func reviewForm() async throws -> Answer {
        let decision: ReviewDecision = try decode()
        let rejection = try decision.rejection(of: .form)
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
