import MobileDocument
public import RelyingParty

extension VerificationFlow {
    /// Starts a session that an app will answer, through the website's server.
    ///
    /// - Parameters:
    ///   - policy: what to ask.
    ///   - reference: the website's own name for what it is about: 1 to 128 visible ASCII characters, not of the person.
    /// - Returns: the session, and what the app needs to ask the wallet.
    /// - Throws: `FlowError`; `policy` where the policy asks for an age and a threshold of one document, which no app may.
    public func startInApp(
        _ policy: VerificationPolicy, reference: String? = nil
    ) async throws(FlowError) -> (record: SessionRecord, transaction: InAppTransaction) {
        guard let merchant, !merchant.keys(at: clock()).isEmpty else { throw .noMerchant }
        do { try policy.checkForApps() } catch { throw .policy(error) }
        let record = try await insert(policy, reference)
        let nonce = merchant.nonce()
        let transaction = InAppTransaction(nonce: nonce, merchant: merchant, policy: policy)
        let secret: [UInt8]
        do {
            secret = try keys.seal(InAppSecret(nonce: nonce, merchant: merchant).cbor, purpose: .secret, session: record.secretContext())
        } catch { throw .server("the in-app session cannot be sealed: \(error)") }
        do {
            let outcome = try await store.handOut(
                record.id, binding: InAppSecret.binding(of: record.id), request: transaction.json, secret: secret, at: clock())
            guard outcome == .bound else { throw FlowError.boundElsewhere }
        } catch { throw FlowError(error) }
        return (record, transaction)
    }

    /// Takes the envelope that the website's server got from its app: claims the session, verifies, and writes what came out, as `answer` does.
    public func answerInApp(_ id: SessionIdentifier, with envelope: [UInt8]) async throws(FlowError) -> SettledSession {
        do { return try await answer(id, binding: InAppSecret.binding(of: id), with: .envelope(envelope)) } catch {
            throw error == .notBound ? .notInApp : error
        }
    }

    /// The session as a verification uses it up. Where no key is in use any more, the envelope is refused as one that does not open.
    func inAppSession(_ record: SessionRecord, _ secret: [UInt8], at time: Instant) throws -> InAppSession {
        let secret = try InAppSecret(cbor: secret)
        return try InAppSession(
            nonce: secret.nonce, merchantIdentifier: secret.merchantIdentifier, teamIdentifier: secret.teamIdentifier,
            recipients: merchant?.keys(at: time) ?? [], requested: record.policy.documents.map(\.requested), isAnyOf: record.policy.isAnyOf,
            expiresAt: record.expiresAt)
    }
}
