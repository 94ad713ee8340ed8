/// What a device sends out over Bluetooth while it waits in its tunnel: 20 bytes of service data that mean something to those only who
/// know the secret.
public struct Advert: Sendable, Hashable {
    /// The 16-bit identifier of the service under which it is sent.
    public static let serviceUUID: UInt16 = 0xFFF9
    /// The one that older devices use.
    public static let olderServiceUUID: UInt16 = 0xFDE2

    /// The 20 bytes.
    public let bytes: [UInt8]

    static let count = 20
    /// A Bluetooth 5 advertisement has no more.
    private static let maximumBytes = 255

    /// Takes service data as received. CTAP 2.3 appends more to the 20 bytes, which is not looked at.
    public init?(serviceData: some Collection<UInt8>) {
        guard (Self.count...Self.maximumBytes).contains(serviceData.count) else { return nil }
        bytes = Array(serviceData.prefix(Self.count))
    }
}
