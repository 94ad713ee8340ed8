/// How this site is set up.
struct SiteSettings: Sendable {
    /// The site's origin as browsers report it, such as `http://localhost:8080`.
    let origin: String
    /// Where the verifier service is, without a slash at the end.
    let service: String
    /// The key with which this server speaks to the service.
    let serviceKey: String
    /// The service's policy that says what is asked for.
    let policy: String
    /// The ways to a wallet in order: `native`, or the address of a wallet's page. The first starts on the click.
    let ways: [String]
    /// Path of the program `photo-reader`.
    let photoReader: String
    /// How long it may take for a photo.
    var photoPatience = Duration.seconds(10)

    var isSecure: Bool { origin.hasPrefix("https://") }
}
