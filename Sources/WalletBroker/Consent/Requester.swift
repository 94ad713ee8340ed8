package import BrokerMessages

/// Who asks, as far as anybody vouches for it.
public struct Requester: Sendable, Hashable {
    /// A brand that a registrar has checked, from a certificate that leads to one of the broker's own authorities.
    public struct Brand: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// Its picture (PNG), from the certificate itself.
        public let icon: [UInt8]?
        /// The authority that vouches for it.
        public let authority: String

        /// Describes a brand.
        public init(name: String, icon: [UInt8]?, authority: String) {
            self.name = name
            self.icon = icon
            self.authority = authority
        }
    }

    /// The page, by its origin; of an app `app:` and its identifier.
    public let origin: String
    /// Its brand; nil for one nobody has verified.
    public let brand: Brand?
    /// Who reported the origin; of an app, the program that asks.
    public let reporter: Reporter
    /// Whether the page is open on another device, which reported the origin to that program.
    public let isOnAnotherDevice: Bool
    /// The app that asks; nil where a page does.
    package let app: RequestingApp?

    /// Describes a page that asks.
    public init(origin: String, brand: Brand?, reporter: Reporter, isOnAnotherDevice: Bool = false) {
        self.init(origin: origin, brand: brand, reporter: reporter, isOnAnotherDevice: isOnAnotherDevice, app: nil)
    }

    package init(origin: String, brand: Brand?, reporter: Reporter, isOnAnotherDevice: Bool = false, app: RequestingApp?) {
        self.origin = origin
        self.brand = brand
        self.reporter = reporter
        self.isOnAnotherDevice = isOnAnotherDevice
        self.app = app
    }
}
