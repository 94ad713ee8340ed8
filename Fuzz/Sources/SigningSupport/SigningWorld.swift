public import DocumentTrust
public import MobileDocumentTesting
import FuzzSupport

/// Parties that sign whatever a fuzzer gives them, at the moment of the fixed world. Their keys are new in each run: inputs are what is
/// signed and hold no signature, so that an input that breaks a law breaks it again.
public enum SigningWorld {
    /// The parties.
    public static let parties: SampleParties = force { try SampleParties(now: FixedWorld.now) }
    /// Trust in their issuing authority.
    public static let issuerTrust: IssuerTrustList = force { try parties.issuerTrust() }
    /// Trust in their authority of readers.
    public static let readerTrust: ReaderTrustList = force { try parties.readerTrust() }

    /// What cannot fail, as the parties are always made alike.
    public static func force<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { fatalError("the parties cannot be made: \(error)") }
    }
}
