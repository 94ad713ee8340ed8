import Hummingbird
import UserVerification

/// Choosing by what the owner is known: a PIN with a phrase, or a passkey.
struct EnrolmentCalls: Sendable {
    /// What became of it.
    enum Result: Sendable {
        /// A challenge to make a passkey with.
        case challenge([UInt8])
        /// It is enrolled, or not for this reason.
        case done(error: String?)
    }

    let call: WindowCall

    /// Does what is asked; nil if something else is asked for.
    func result() async throws -> Result? {
        do throws(UserVerificationError) {
            switch call.step {
            case "enrol-challenge": return .challenge(try await call.parts.verifier.beginPasskey(at: call.parts.now()))
            case "enrol-passkey":
                guard let creation = try? creation() else { throw .passkey(.clientData) }
                try await call.parts.verifier.enrol(creation, origin: call.origin, at: call.parts.now())
            case "enrol-pin":
                guard call.form["pin"] == call.form["repeat"] else { return .done(error: call.words.differentPINs) }
                try await call.parts.verifier.enrol(pin: call.form["pin"] ?? "", phrase: call.form["phrase"] ?? "", at: call.parts.now())
            default: return nil
            }
            return .done(error: nil)
        } catch {
            return .done(error: call.words.sentence(for: error, in: call.language))
        }
    }

    private func creation() throws -> PasskeyCreation {
        PasskeyCreation(
            credential: try call.bytes("credential"), publicKey: try call.bytes("publicKey"), clientData: try call.bytes("clientData"),
            authenticatorData: try call.bytes("authenticatorData"))
    }
}
