public import Crypto

/// The key to which all simulators seal their answers to apps.
///
/// Everybody has its private half, so that every server can open what a simulator sends. A service that real people are sent to has no
/// business with it, and refuses mock data even if it has it.
public enum SimulatorKey {
    /// Both halves.
    public static var published: P256.KeyAgreement.PrivateKey {
        get throws {
            // The hash of a sentence: what is published can be checked, and is nobody's secret by mistake.
            let sentence = [UInt8]("swift-mdoc: the published key of simulators".utf8)
            return try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](SHA256.hash(data: sentence)))
        }
    }
}
