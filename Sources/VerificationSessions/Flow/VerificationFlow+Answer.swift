public import RelyingParty
import MobileDocument
import Tracing

extension VerificationFlow {
    /// Takes the answer: claims the session, verifies, and writes what came out.
    ///
    /// Before the claim nothing is spent, so a post from the wrong browser costs the session nothing. After it the key is
    /// gone: whatever happens, no second answer will be taken. Should the store fail then, writing is tried again for
    /// `FlowSettings.settleSeconds`; if it still fails the error is `FlowError.interrupted`, and the sweep ends the session so.
    ///
    /// - Returns: the session as it stands now. The page learns nothing of it but that the answer was received.
    public func answer(_ id: SessionIdentifier, from token: BrowserToken?, with response: CredentialResponse) async throws(FlowError) -> SettledSession {
        guard let token else { throw try await missingToken(id) }
        return try await answer(id, binding: token.digest, with: .credential(response))
    }

    /// An answer, by the way on which it came.
    enum Answer {
        /// From a browser, over the Digital Credentials API.
        case credential(CredentialResponse)
        /// From an app, through the website's server.
        case envelope([UInt8])
    }

    func answer(_ id: SessionIdentifier, binding: [UInt8], with answer: Answer) async throws(FlowError) -> SettledSession {
        switch try await traced("verification.claim", { () async throws(FlowError) -> Claim in try await claim(id, binding) }) {
        case .claimed(let record, let request, let secret): return try await judge(answer, record, request, secret)
        case .notBound: throw .notBound
        case .used: throw await used(id)
        case .expired: throw .expired
        case .unknown: throw .unknown
        }
    }

    private func claim(_ id: SessionIdentifier, _ binding: [UInt8]) async throws(FlowError) -> Claim {
        do { return try await store.claim(id, binding: binding, at: clock()) } catch {
            guard case .undetermined = error else { throw .store(error) }
            // If it happened the secret is gone with it, and trying again cannot help.
            guard let record = try? await store.session(id), record.status == .claimed else { throw .store(error) }
            throw .interrupted(error.description)
        }
    }

    /// Why a session takes no answer any more, nor is handed out.
    func used(_ id: SessionIdentifier) async -> FlowError {
        do { return try await session(id).record.isInterrupted ? .wasInterrupted : .used } catch { return error == .unknown ? .unknown : .used }
    }

    private func judge(
        _ answer: Answer, _ record: SessionRecord, _ request: [UInt8], _ secret: [UInt8]
    ) async throws(FlowError) -> SettledSession {
        let now = clock()
        let verdict = try await traced("verification.verify") { () async throws(FlowError) -> Verdict in
            try decide(on: answer, record, request, secret, at: now)
        }
        var result: VerificationResult?
        if case .verified(let response) = verdict { result = VerificationResult(response, for: record, at: now, retainedOnly: false) }
        let settled = SettledSession(verdict, record, result: result, at: now)
        let outcome = try Outcome(
            settlement: seal(verdict, result, settled, record, at: now),
            webhook: notice(of: record, as: settled.status, refusal: settled.refusal, at: now, due: now),
            audit: audit.record(
                AuditDecision(
                    at: now, session: record.id, policy: record.policy.name, decision: settled.status, refusal: settled.refusal,
                    profile: verdict.report.profile, satisfied: settled.isSatisfied)))
        try await traced("verification.settle") { () async throws(FlowError) -> Void in try await settle(record.id, outcome, from: now) }
        return settled
    }

    private func decide(
        on answer: Answer, _ record: SessionRecord, _ request: [UInt8], _ secret: [UInt8], at now: Instant
    ) throws(FlowError) -> Verdict {
        do {
            let secret = try keys.open(secret, purpose: .secret, session: record.secretContext())
            switch answer {
            case .credential(let response):
                return judge.verify(response, for: ClaimedSession(claimed: try PendingSession(cbor: secret, request: request)), at: now)
            case .envelope(let envelope): return judge.verify(envelope: envelope, for: try inAppSession(record, secret, at: now), at: now)
            }
        } catch { throw .interrupted("the answer cannot be verified: \(error)") }
    }

    private func seal(
        _ verdict: Verdict, _ full: VerificationResult?, _ settled: SettledSession, _ record: SessionRecord, at now: Instant
    ) throws(FlowError) -> Settlement {
        let id = record.id.rawValue
        do {
            var result: [UInt8]?
            var retained: [UInt8]?
            if case .verified(let response) = verdict, let full {
                result = try keys.seal(full.json.stored, purpose: .result, session: id)
                let isAnythingKept = response.documents.contains { ($0.issuerSigned + $0.deviceSigned).contains(where: \.mayBeRetained) }
                if isAnythingKept, record.policy.retentionSeconds > 0 {
                    let kept = VerificationResult(response, for: record, at: now, retainedOnly: true)
                    retained = try keys.seal(kept.json.stored, purpose: .retained, session: id)
                }
            }
            return Settlement(
                status: settled.status, refusal: settled.refusal, at: now,
                report: try keys.seal(SessionReport.Findings(verdict).cbor, purpose: .report, session: id), result: result,
                retained: retained, eraseAt: now.advanced(bySeconds: Int64(settings.resultSeconds)))
        } catch { throw .interrupted("the outcome cannot be sealed: \(error)") }
    }

    // MARK: Writing the outcome

    /// What is written together when a verification ends.
    private struct Outcome: Sendable {
        let settlement: Settlement
        let webhook: QueuedWebhook?
        let audit: @Sendable (AuditHead) throws -> AuditRecord
    }

    /// Waits between the first attempts.
    private static let pauses: [Duration] = [100, 200, 400, 800, 1500].map { .milliseconds($0) }
    /// The wait between later ones, as often as the time for writing allows.
    private static let longestPause = Duration.seconds(2)

    /// Writes the outcome. What is lost here is lost for good, so a store that fails is asked again for a while.
    private func settle(_ id: SessionIdentifier, _ outcome: Outcome, from begin: Instant) async throws(FlowError) {
        let deadline = begin.advanced(bySeconds: Int64(settings.settleSeconds))
        var pauses = Self.pauses[...]
        var waited = Duration.zero
        while true {
            do throws(StoreFailure) {
                if try await store.settle(id, outcome.settlement, webhook: outcome.webhook, audit: outcome.audit) { return }
                // An attempt that failed may have been written all the same. No two sealed reports are alike, so this one tells.
                if try await store.report(id) == outcome.settlement.report { return }
            } catch {
                let wait = pauses.popFirst() ?? Self.longestPause
                // Waits are counted as well: a clock may be set back meanwhile.
                guard waited < .seconds(settings.settleSeconds), clock() < deadline, await paused(wait) else { throw .interrupted(error.description) }
                waited += wait
                continue
            }
            throw await used(id)
        }
    }

    /// False if the wait was broken off.
    private func paused(_ wait: Duration) async -> Bool {
        do {
            try await pause(wait)
            return true
        } catch { return false }
    }

    // MARK: What is told

    /// The notice of a session that came to its end; nil where nobody wants any.
    func notice(of record: SessionRecord, as status: SessionStatus, refusal: String?, at time: Instant, due: Instant) -> QueuedWebhook? {
        guard sendsWebhooks else { return nil }
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let notice = SettledNotice(record: record, status: status, refusal: refusal, at: time)
        return QueuedWebhook(id: "msg_" + SessionIdentifier.random(using: &generator).rawValue, body: notice.json, due: due)
    }

    /// Runs a step under a span of its own; of a failure it holds the stable code.
    private func traced<Value>(
        _ name: String, _ step: () async throws(FlowError) -> Value
    ) async throws(FlowError) -> Value {
        let span = tracer.startAnySpan(name, context: .current ?? .topLevel, ofKind: .internal)
        defer { span.end() }
        do { return try await step() } catch {
            span.attributes["error.type"] = error.code
            span.setStatus(SpanStatus(code: .error))
            throw error
        }
    }
}
