/// What a target beside swift-mdoc cannot be called: it would not build.
enum TakenNames {
    /// Modules of swift-mdoc, and of what it stands on.
    private static let modules = """
        AppGrantTokens AppRequests ArgumentParser AsyncHTTPClient BrokerDoubles BrokerMessages BrokerPages CAnonymousFile CBOR CForbidden COSE
        CPKCS11 CPhotoDecoders CPostgreSQL CPublicSuffix CQREncode CResolver CSandbox CSealedFile CSeccomp CZBar CZlib CertificateLists CodePictures
        CodeReading Configuration CoreMetrics Crypto CryptoExtras Deadlines DesktopBrowsers DesktopServices DockingOffice DockingPass
        DocumentProvider DocumentTrust DomainProofs DrivingAuthority ElementTableFiles GRDB Histogram Hummingbird HummingbirdCore HummingbirdTLS
        HummingbirdTesting HybridTransport HybridTunnel IdentityDocumentServices IdentityDocumentServicesUI IdentityElements IgnoredUpgrades InMemoryTracing
        Inspection IssuingAuthority ListenFaults LocalDrivingAuthority LocalDrivingAuthorityProvider LocalSockets Logging LoopbackServers
        MobileDocument MobileDocumentCorpus MobileDocumentTesting Mustache NIOCore NIOEmbedded NIOFoundationCompat NIOHTTP1 NIOHTTPCompression NIOHTTPTypes
        NIOPosix NIOSSL NIOWebSocket NetworkAddressing OwnerOnlyDatabases OwnerOnlyFiles PKCS11DeviceKeys PageKit PhotoReader
        PostgreSQLVerificationStore PresentmentRequest PrintedResults ProcessSandbox ProviderCommands ProviderConformance ProviderDocuments
        ProviderViews PublicSuffixes QRCodes Registrar RegistrarService RelyingParty RequestExtraction RequestParsing SQLiteVerificationStore
        ServiceLifecycle SimulatedDocuments SpaceshipRentals StoreDoubles Subprocess SwiftASN1 SystemPackage TextEncodings Tracing TrustFetching
        UserVerification VectorSupport VerificationSessions VerifierService VerifyWithWallet Wallet WalletBroker WalletProvider X509 Yams
        """

    /// Modules of the system, and of the language, which these import.
    private static let systemModules = "Darwin Dispatch Foundation FoundationEssentials Glibc HTTPTypes Musl Swift Synchronization"

    /// Types that the sources of a new package name.
    private static let types = """
        Array CommandLine Data Date FileHandle IdentityDocumentProvider IdentityDocumentProviderRegistrationStore Instant Int64 Proofing
        ProviderFolder String TrustAnchorFolder TrustRole URL
        """

    /// Words of the language.
    private static let keywords = "Any Self"

    private static let all = Set([modules, systemModules, types, keywords].flatMap { $0.split(whereSeparator: \.isWhitespace) })

    /// Whether a name is taken.
    static func contains(_ name: String) -> Bool { all.contains(name[...]) }
}
