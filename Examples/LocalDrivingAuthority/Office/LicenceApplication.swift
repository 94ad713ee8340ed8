import COSE
import CBOR
import Foundation

/// An application for a licence, with the device key it is to be issued to.
public struct LicenceApplication: Sendable, Codable {
    /// How far it has come.
    public enum State: Sendable, Hashable, Codable {
        /// Nobody has looked at it.
        case waiting
        /// A reviewer found that the person is who the form says.
        case approved(reviewer: String, secondsSinceEpoch: Int64)
        /// A reviewer did not.
        case rejected(reviewer: String)
        /// The licence was issued, and the device has it.
        case issued
    }

    /// Its number.
    public let id: String
    let form: LicenceForm
    /// What a proof has to be made over, so that no earlier one counts.
    let challenge: Data
    private let deviceKey: Data
    /// How far it has come.
    public internal(set) var state = State.waiting
    /// The licence, from when it is issued until the device has taken it in.
    var licence: Data?

    init(id: String, form: LicenceForm, deviceKey: COSEKey, challenge: Data) {
        self.id = id
        self.form = form
        self.challenge = challenge
        var writer = CBORWriter()
        deviceKey.write(to: &writer)
        self.deviceKey = Data(writer.bytes)
    }

    /// The key that applied.
    func publicKey() throws(OfficeRefusal) -> COSEKey {
        do {
            var reader = try CBORReader(Array(deviceKey))
            return try COSEKey(from: &reader)
        } catch { throw .folder("application \(id) is damaged") }
    }

    /// What the device signs to prove that it has the key (ISO/IEC 18013-5 second edition leaves the form of the proof to the issuer).
    public var proofContent: [UInt8] { Array("local-driving-authority:proof-of-possession:\(id):".utf8) + Array(challenge) }
}
