/// Another device the person can select.
public struct DeviceChoice: Sendable, Hashable {
    /// Names it to the broker.
    public let identifier: String
    /// What people call it; nil for whichever device scans a code.
    public let displayName: String?

    /// The device that scans the code which is then shown.
    public static let scanning = DeviceChoice(identifier: "scanning", displayName: nil)

    /// Describes a device.
    public init(identifier: String, displayName: String?) {
        self.identifier = identifier
        self.displayName = displayName
    }
}
