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
        let decision: ReviewDecision = try decode()
        let rejection = try decision.rejection(of: .brand)
        let (identifier, time) = (brand, parts.now())
        let ledger = try await state.change { (ledger) throws(RegistrarError) in
            if let rejection {
                try ledger.refuseBrand(identifier, rejection, at: time)
            } else {
                try ledger.approveBrand(identifier, at: time)
            }
            return ledger
        }
        return try .json(BrandAnswer(ledger.brand(identifier), in: ledger, at: time))
    }

    func reviewForm() async throws -> Answer {
        let decision: ReviewDecision = try decode()
        let rejection = try decision.rejection(of: .form)
        let (number, time) = (Int(parameter("form")) ?? 0, parts.now())
        let filed = try await state.change { (ledger) throws(RegistrarError) in
            if let rejection {
                try ledger.refuseForm(number, rejection, at: time)
            } else {
                try ledger.approveForm(number, at: time)
            }
            return try ledger.form(number)
        }
        return try .json(FormAnswer(filed))
    }
}
