public import COSE

/// A device's private key, which stays where it was made. Its algorithm is ES256.
public protocol DeviceKey: COSESigner {
    /// The public half, to which documents are issued.
    var publicKey: COSEKey { get }
}
