import MobileDocument

extension VerificationFlow {
    /// Most sessions of each kind in one step, where nothing else is said. A step is one transaction, for which others wait, and a result that is
    /// erased is overwritten whole.
    public static let sweepLimit = 16

    /// Lets time pass in the store; to be called every few seconds, and again at once where the report says that there is more.
    ///
    /// Sessions nobody answered in time expire, and those whose verification was cut off are refused as `session.interrupted`;
    /// the webhook of both, and the audit record of the second, are written in the same step, so exactly once however many
    /// processes sweep.
    ///
    /// - Parameter limit: most sessions of each kind to touch in one step.
    public func sweep(limit: Int = Self.sweepLimit) async throws(FlowError) -> SweepReport {
        let now = clock()
        let latest = ClockDifference.latestMoment(at: now)
        started.forget { $0.status(at: now) == .expired || $0.createdAt > latest }
        do {
            return try await store.sweep(
                at: now, stale: now.advanced(bySeconds: -Int64(settings.interruptedSeconds)),
                forget: now.advanced(bySeconds: -Int64(settings.outlineSeconds)), limit: limit, ending: { ending(of: $0, at: now) })
        } catch { throw .store(error) }
    }

    private func ending(of record: SessionRecord, at now: Instant) -> SessionEnding {
        // However long ago it expired, nobody was told yet.
        let webhook = notice(of: record, as: record.status, refusal: record.refusal, at: record.settledAt ?? now, due: now)
        // Nothing was decided about a session nobody answered.
        guard record.isInterrupted else { return SessionEnding(webhook: webhook, audit: nil) }
        let decision = AuditDecision(
            at: now, session: record.id, policy: record.policy.name, decision: record.status, refusal: record.refusal, profile: judge.profileName,
            satisfied: nil)
        return SessionEnding(webhook: webhook, audit: audit.record(decision))
    }
}
