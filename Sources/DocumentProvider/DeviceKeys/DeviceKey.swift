public import COSE

/// A device's private key, which stays where it was made. Its algorithm is ES256. Where it cannot sign it throws a `DeviceKeyError`, which says in
/// a refusal what is wrong; of any other error nothing is told.
public protocol DeviceKey: COSESigner {
    /// The public half, to which documents are issued.
    var publicKey: COSEKey { get }
}
