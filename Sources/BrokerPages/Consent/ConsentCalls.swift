import Hummingbird
import TextEncodings
import UserVerification
import WalletBroker

/// What the window of a request asks for.
struct ConsentCalls: Sendable {
    let call: WindowCall
    let window: ConsentWindow

    func answer() async throws -> Response {
        switch call.step {
        case "next": return await next()
        case "select":
            try? await window.session.select(try call.field("provider"), in: call.language.rawValue)
            return Answer.nothing()
        case "use":
            try? await window.session.use(try call.field("device"))
            return Answer.nothing()
        case "decline":
            await window.session.decline()
            return Answer.nothing()
        case "pin": return await verify { transaction throws(UserVerificationError) in
            try await call.parts.verifier.verify(pin: call.form["pin"] ?? "", for: transaction, at: call.parts.now())
        }
        case "passkey": return await verify { transaction throws(UserVerificationError) in
            guard let assertion = try? assertion() else { throw .passkey(.clientData) }
            return try await call.parts.verifier.verify(assertion, for: transaction, origin: call.origin, at: call.parts.now())
        }
        default: return try await enrol()
        }
    }

    // MARK: Stages

    private func next() async -> Response {
        guard let (stage, number) = await window.stage(after: call.seen, within: call.parts.limits.poll) else { return Answer.nothing() }
        var response = call.answer(await fragment(stage, number))
        response.headers[Answer.stage] = "\(number)"
        return response
    }

    private func fragment(_ stage: ConsentStage, _ number: Int) async -> String {
        let words = call.words
        let host = window.session.requester.shownName
        switch stage {
        case .selecting(let choices, let devices): return call.fragment(SelectingContent(choices, devices: devices, names: call.names, in: call.language))
        case .starting(let choice): return call.fragment(WaitingContent(title: words.starting.filled(choice.displayName)))
        case .reviewing(let choice, _):
            let address = "/sheet/\(window.sheetSecret.text)/\(number)?lang=\(call.language.rawValue)"
            return call.fragment(ReviewingContent(title: words.sheetTitle.filled(choice.displayName), address: address))
        case .verifying(let choice, let transaction): return await verifying(choice, transaction, error: nil)
        case .answering(let choice): return call.fragment(WaitingContent(title: words.answering.filled(choice.displayName)))
        case .elsewhere(let device, let step): return fragment(step, on: device)
        case .ended(let outcome):
            let device = await window.device.map { $0.displayName ?? words.otherDevice }
            return call.fragment(EndedContent(outcome, app: await window.selected?.displayName ?? device, host: host, in: words))
        }
    }

    private func fragment(_ step: DeviceStep, on device: DeviceChoice) -> String {
        let words = call.words
        let title = device.displayName.map { words.continueOn.filled($0) } ?? words.decideThere
        switch step {
        case .starting: return call.fragment(WaitingContent(title: device == .scanning ? words.codeStarting : words.oneMoment))
        case .calling: return call.fragment(WaitingContent(title: title, text: words.deviceCallingText))
        case .scanning(let code):
            guard let content = ScanningContent(code, in: words) else { return call.fragment(WaitingContent(title: words.scanTitle, text: code)) }
            return call.fragment(content)
        case .joining: return call.fragment(WaitingContent(title: words.deviceJoining))
        case .deciding: return call.fragment(WaitingContent(title: title, text: words.decideThereText))
        }
    }

    private func verifying(_ choice: SelectorChoice, _ transaction: [UInt8], error: String?) async -> String {
        let enrolment: Enrolment?
        do { enrolment = try await call.parts.verifier.enrolment() } catch {
            return enrolling(error: call.words.sentence(for: error, in: call.language))
        }
        guard let enrolment, enrolment.isForPages else { return enrolling(error: error) }
        let host = window.session.requester.shownName
        return call.fragment(
            VerifyingContent(
                enrolment, transaction: transaction, text: call.words.verifyText.filled(choice.displayName, host), error: error,
                in: call.words))
    }

    private func enrolling(error: String?) -> String {
        call.fragment(EnrollingContent(words: call.words, error: error, phrase: call.form["phrase"] ?? ""))
    }

    /// The verification as it stands, with what went wrong.
    private func verifying(error: String?) async -> Response {
        guard case .verifying(let choice, let transaction)? = await window.stages.latest?.item else { return Answer.nothing() }
        return call.answer(await verifying(choice, transaction, error: error))
    }

    // MARK: Verification

    private func verify(
        _ check: ([UInt8]) async throws(UserVerificationError) -> VerifiedUser
    ) async -> Response {
        guard let transaction = await window.transaction() else { return Answer.nothing() }
        let user: VerifiedUser
        do { user = try await check(transaction) } catch {
            return await verifying(error: call.words.sentence(for: error, in: call.language))
        }
        do { try await window.session.confirm(user) } catch { return await verifying(error: call.words.notNow.filled(error.code)) }
        return Answer.nothing()
    }

    private func assertion() throws -> PasskeyAssertion {
        PasskeyAssertion(
            credential: try call.bytes("credential"), clientData: try call.bytes("clientData"),
            authenticatorData: try call.bytes("authenticatorData"), signature: try call.bytes("signature"))
    }

    /// Enrols the owner where nothing is enrolled; anything else is for the settings.
    private func enrol() async throws -> Response {
        guard await window.transaction() != nil, try await call.parts.verifier.enrolment()?.isForPages != true else { throw HTTPError(.conflict) }
        switch try await EnrolmentCalls(call: call).result() {
        case nil: throw HTTPError(.notFound)
        case .challenge(let challenge): return call.answer(Base64URL.encode(challenge))
        case .done(let error): return await verifying(error: error)
        }
    }
}
