// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// What the libraries stand on.
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

// What talks to the network or keeps data.
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let httpCompression = Target.Dependency.product(name: "NIOHTTPCompression", package: "swift-nio-extras")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioFoundation = Target.Dependency.product(name: "NIOFoundationCompat", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let inMemoryTracing = Target.Dependency.product(name: "InMemoryTracing", package: "swift-distributed-tracing")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
    name: "swift-mdoc",
    products: [
        .library(name: "CBOR", targets: ["CBOR"]),
        .library(name: "COSE", targets: ["COSE"]),
        .library(name: "IdentityElements", targets: ["IdentityElements"]),
        .library(name: "ElementTableFiles", targets: ["ElementTableFiles"]),
        .library(name: "AppGrantTokens", targets: ["AppGrantTokens"]),
        .library(name: "VerifyWithWallet", targets: ["VerifyWithWallet"]),
        .library(name: "AppRequests", targets: ["AppRequests"]),
        .library(name: "MobileDocument", targets: ["MobileDocument"]),
        .library(name: "DocumentTrust", targets: ["DocumentTrust"]),
        .library(name: "TrustFetching", targets: ["TrustFetching"]),
        .library(name: "HybridTransport", targets: ["HybridTransport"]),
        .library(name: "HybridTunnel", targets: ["HybridTunnel"]),
        .library(name: "DesktopServices", targets: ["DesktopServices"]),
        .library(name: "RelyingParty", targets: ["RelyingParty"]),
        .library(name: "DocumentProvider", targets: ["DocumentProvider"]),
        .library(name: "IssuingAuthority", targets: ["IssuingAuthority"]),
        .library(name: "Registrar", targets: ["Registrar"]),
        .library(name: "DomainProofs", targets: ["DomainProofs"]),
        .library(name: "RegistrarService", targets: ["RegistrarService"]),
        .library(name: "VerificationSessions", targets: ["VerificationSessions"]),
        .library(name: "SQLiteVerificationStore", targets: ["SQLiteVerificationStore"]),
        .library(name: "PostgreSQLVerificationStore", targets: ["PostgreSQLVerificationStore"]),
        .library(name: "PageKit", targets: ["PageKit"]),
        .library(name: "VerifierService", targets: ["VerifierService"]),
        .library(name: "IdentityDocumentServices", targets: ["IdentityDocumentServices"]),
        .library(name: "IdentityDocumentServicesUI", targets: ["IdentityDocumentServicesUI"]),
        .library(name: "PKCS11DeviceKeys", targets: ["PKCS11DeviceKeys"]),
        .library(name: "ProviderDocuments", targets: ["ProviderDocuments"]),
        .library(name: "ProviderViews", targets: ["ProviderViews"]),
        .library(name: "SimulatedDocuments", targets: ["SimulatedDocuments"]),
        .library(name: "PresentmentRequest", targets: ["PresentmentRequest"]),
        .library(name: "RequestExtraction", targets: ["RequestExtraction"]),
        .library(name: "RequestParsing", targets: ["RequestParsing"]),
        .library(name: "BrokerPages", targets: ["BrokerPages"]),
        .library(name: "UserVerification", targets: ["UserVerification"]),
        .library(name: "WalletBroker", targets: ["WalletBroker"]),
        .library(name: "MobileDocumentTesting", targets: ["MobileDocumentTesting"]),
        .library(name: "MobileDocumentCorpus", targets: ["MobileDocumentCorpus"]),
        .executable(name: "mdoc", targets: ["mdoc"]),
        .executable(name: "mdoc-request-parser", targets: ["mdoc-request-parser"]),
        .executable(name: "mdoc-broker", targets: ["mdoc-broker"]),
        .executable(name: "mdoc-hybrid", targets: ["mdoc-hybrid"]),
        .executable(name: "mdoc-code-reader", targets: ["mdoc-code-reader"]),
        .executable(name: "mdoc-native-host", targets: ["mdoc-native-host"]),
        .executable(name: "mdoc-registrar", targets: ["mdoc-registrar"]),
        .executable(name: "mdoc-tunnel", targets: ["mdoc-tunnel"]),
        .executable(name: "mdoc-verifier", targets: ["mdoc-verifier"]),
        .executable(name: "spaceship-rentals", targets: ["SpaceshipRentals"]),
        .executable(name: "photo-reader", targets: ["PhotoReader"]),
        .executable(name: "docking-pass", targets: ["DockingPass"]),
        .executable(name: "docking-office", targets: ["DockingOffice"]),
        .executable(name: "local-driving-authority", targets: ["LocalDrivingAuthority"]),
        .executable(name: "local-driving-authority-provider", targets: ["LocalDrivingAuthorityProvider"]),
        .executable(name: "wallet", targets: ["Wallet"]),
        .executable(name: "wallet-provider", targets: ["WalletProvider"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0", traits: ["YAML"]),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift.git", from: "0.2.0"),
        // Its traits are not used here. SwiftPM gives several to the compiler in an order that changes from build to build, which compiles it and
        // all that depends on it again each time.
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache.git", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
    ],
    targets: [
        // Floor 0
        .target(name: "CBOR", swiftSettings: strict),
        .target(name: "IdentityElements", resources: [.embedInCode("Tables")], swiftSettings: strict),
        .target(name: "NetworkAddressing", swiftSettings: strict),
        .target(name: "Deadlines", swiftSettings: strict),
        .target(name: "OwnerOnlyFiles", swiftSettings: strict),
        .target(name: "ListenFaults", dependencies: [nioCore], swiftSettings: strict),
        .target(name: "IgnoredUpgrades", dependencies: [nioCore, nioHTTPTypes], swiftSettings: strict),
        .target(name: "PrintedResults", dependencies: [arguments], swiftSettings: strict),
        .target(name: "TextEncodings", swiftSettings: strict),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // The system's public suffix list: which names one owner can register.
        .systemLibrary(name: "CPublicSuffix", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .target(name: "PublicSuffixes", dependencies: ["CPublicSuffix"], swiftSettings: strict),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        // The resolver of the C library, which has no interface of its own in Swift.
        .target(name: "CResolver", linkerSettings: [.linkedLibrary("resolv", .when(platforms: [.linux]))]),
        // The kernel's system call filter, for what reads strangers' requests.
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .target(name: "CSandbox"),
        // The interface of cryptographic tokens: the header only, tokens bring their own libraries.
        .systemLibrary(name: "CPKCS11", pkgConfig: "p11-kit-1", providers: [.apt(["libp11-kit-dev"])]),
        .target(name: "CSealedFile"),
        // Makes QR codes, and reads them from pictures.
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
        .target(name: "QRCodes", dependencies: ["CQREncode"], swiftSettings: strict),
        // Decode pictures that strangers made: for programs that do nothing else.
        .systemLibrary(name: "CPhotoDecoders", providers: [.apt(["libturbojpeg0-dev", "libpng-dev"])]),
        // Floor 1
        .target(name: "OwnerOnlyDatabases", dependencies: ["OwnerOnlyFiles", grdb], swiftSettings: strict),
        .target(name: "LocalSockets", dependencies: ["OwnerOnlyFiles"], swiftSettings: strict),
        .target(name: "DesktopBrowsers", swiftSettings: strict),
        // What a registrar signed for one build of an app; for who issues it and who is asked, without CBOR.
        .target(name: "ElementTableFiles", dependencies: ["IdentityElements"], swiftSettings: strict),
        .target(name: "AppGrantTokens", dependencies: ["IdentityElements", "TextEncodings", crypto, x509], swiftSettings: strict),
        // For apps: asks a wallet and gets what only the app's server can open. Links nothing that decrypts or verifies.
        .target(name: "VerifyWithWallet", dependencies: ["BrokerMessages", "IdentityElements", "LocalSockets"], swiftSettings: strict),
        .target(name: "ProcessSandbox", dependencies: ["CSandbox", "CSeccomp"], swiftSettings: strict),
        .target(name: "COSE", dependencies: ["CBOR", "TextEncodings", crypto], swiftSettings: strict),
        .target(name: "CertificateLists", dependencies: [x509, asn1], swiftSettings: strict),
        // Floor 2
        .target(name: "MobileDocument", dependencies: ["CBOR", "COSE", "IdentityElements", "TextEncodings", crypto], swiftSettings: strict),
        .target(name: "PresentmentRequest", swiftSettings: strict),
        // Floor 3
        .target(name: "BrokerMessages", dependencies: ["PresentmentRequest"], swiftSettings: strict),
        .target(name: "UserVerification", dependencies: ["OwnerOnlyDatabases", "TextEncodings", crypto, cryptoExtras, grdb], swiftSettings: strict),
        .target(name: "RequestParsing", dependencies: ["PresentmentRequest", "CSealedFile", subprocess, system], swiftSettings: strict),
        .target(name: "DocumentTrust", dependencies: ["CBOR", "CertificateLists", "COSE", "CZlib", "IdentityElements", "MobileDocument", crypto, x509, asn1], swiftSettings: strict),
        .target(
            name: "HybridTransport", dependencies: ["CBOR", "Deadlines", "MobileDocument", "TextEncodings", crypto, cryptoExtras], swiftSettings: strict),
        .target(name: "Inspection", dependencies: ["CBOR", "COSE", "IdentityElements", "MobileDocument", "TextEncodings", crypto, x509, asn1], swiftSettings: strict),
        // Floor 4
        .target(
            name: "AppRequests", dependencies: ["AppGrantTokens", "BrokerMessages", "IdentityElements", "PresentmentRequest", "TextEncodings", crypto, x509], swiftSettings: strict),
        .target(
            name: "RelyingParty", dependencies: ["CBOR", "COSE", "IdentityElements", "MobileDocument", "PresentmentRequest", "DocumentTrust", crypto],
            swiftSettings: strict),
        .target(name: "DocumentProvider", dependencies: ["CBOR", "COSE", "IdentityElements", "MobileDocument", "DocumentTrust", crypto], swiftSettings: strict),
        .target(
            name: "RequestExtraction", dependencies: ["CBOR", "MobileDocument", "PresentmentRequest", "DocumentTrust", crypto],
            swiftSettings: strict),
        .target(
            name: "IssuingAuthority", dependencies: ["CBOR", "CertificateLists", "COSE", "CZlib", "IdentityElements", "MobileDocument", "DocumentTrust", crypto, x509, asn1],
            swiftSettings: strict),
        .target(
            name: "TrustFetching",
            dependencies: [
                "CBOR", "Deadlines", "DocumentTrust", "MobileDocument", "NetworkAddressing", crypto, httpClient, httpCompression, nioCore, nioPosix,
                nioHTTP1, nioSSL, serviceLifecycle,
            ],
            swiftSettings: strict),
        .target(name: "CodeReading", dependencies: ["BrokerMessages", "CSealedFile", subprocess, system], swiftSettings: strict),
        // Bluetooth and notifications over D-Bus, whose library is looked for when it is needed.
        .target(name: "DesktopServices", dependencies: ["HybridTransport"], swiftSettings: strict),
        .target(
            name: "HybridTunnel", dependencies: ["HybridTransport", "NetworkAddressing", "OwnerOnlyFiles", "TextEncodings", nioCore, nioPosix, nioHTTP1, nioSSL, nioWebSocket],
            swiftSettings: strict),
        // Floor 5
        .target(
            name: "Registrar",
            dependencies: [
                "AppGrantTokens", "ElementTableFiles", "IdentityElements", "IssuingAuthority", "DocumentTrust", "MobileDocument", "COSE", "CBOR", "NetworkAddressing", "PublicSuffixes",
                crypto, x509, asn1,
            ],
            swiftSettings: strict),
        // The provider framework for a system that has none, under the names it has elsewhere.
        .target(
            name: "IdentityDocumentServices", dependencies: ["BrokerMessages", "LocalSockets", "PresentmentRequest", "RequestExtraction", crypto],
            swiftSettings: strict),
        .target(
            name: "IdentityDocumentServicesUI", dependencies: ["IdentityDocumentServices", "BrokerMessages", "DesktopBrowsers", "LocalSockets"],
            swiftSettings: strict),
        .target(name: "PKCS11DeviceKeys", dependencies: ["DocumentProvider", "OwnerOnlyFiles", "COSE", "CPKCS11", crypto], swiftSettings: strict),
        .target(
            name: "ProviderDocuments",
            dependencies: [
                "AppRequests", "BrokerMessages", "ElementTableFiles", "IdentityDocumentServices", "IdentityElements", "DocumentProvider", "PKCS11DeviceKeys", "OwnerOnlyFiles",
                "DocumentTrust", "MobileDocument", "PresentmentRequest", "CBOR", "COSE", crypto,
            ],
            swiftSettings: strict),
        .target(
            name: "ProviderViews",
            dependencies: [
                "ProviderDocuments", "IdentityDocumentServicesUI", "IdentityDocumentServices", "DocumentProvider", "DocumentTrust", "IdentityElements",
                "MobileDocument",
            ],
            swiftSettings: strict),
        .target(
            name: "WalletBroker",
            dependencies: [
                "AppRequests", "BrokerMessages", "CertificateLists", "Deadlines", "ElementTableFiles", "IdentityElements", "LocalSockets", "OwnerOnlyFiles", "OwnerOnlyDatabases", "PresentmentRequest", "RequestParsing",
                "TextEncodings", "UserVerification", crypto, grdb, logging, x509, asn1, subprocess, system,
            ],
            swiftSettings: strict),
        .target(
            name: "VerificationSessions",
            dependencies: ["IdentityElements", "RelyingParty", "DocumentTrust", "MobileDocument", "CBOR", "TextEncodings", crypto, tracing],
            swiftSettings: strict),
        .target(
            name: "PageKit", dependencies: [crypto],
            resources: [.embedInCode("Kit/verify-identity.js"), .embedInCode("Kit/verify-identity.d.ts")], swiftSettings: strict),
        .target(
            name: "MobileDocumentTesting",
            dependencies: ["RelyingParty", "DocumentProvider", "IssuingAuthority", "MobileDocument", "COSE", "CBOR", "DocumentTrust", crypto],
            swiftSettings: strict),
        // Floor 6
        .target(
            name: "DomainProofs", dependencies: ["Registrar", "TrustFetching", "NetworkAddressing", "CResolver", nioPosix],
            swiftSettings: strict),
        .target(
            name: "RegistrarService",
            dependencies: [
                "CertificateLists", "Registrar", "Deadlines", "IdentityElements", "IgnoredUpgrades", "IssuingAuthority", "DocumentTrust", "MobileDocument", crypto,
                hummingbird, hummingbirdCore, logging, nioPosix,
            ],
            swiftSettings: strict),
        .target(
            name: "SQLiteVerificationStore",
            dependencies: ["VerificationSessions", "RelyingParty", "MobileDocument", "OwnerOnlyDatabases", "TextEncodings", grdb],
            swiftSettings: strict),
        .target(
            name: "PostgreSQLVerificationStore", dependencies: ["VerificationSessions", "RelyingParty", "MobileDocument", "CPostgreSQL"],
            swiftSettings: strict),
        .target(
            name: "VerifierService",
            dependencies: [
                "VerificationSessions", "ElementTableFiles", "IdentityElements", "IgnoredUpgrades", "PageKit", "TrustFetching", "ListenFaults", "NetworkAddressing", "RelyingParty", "DocumentTrust", "MobileDocument", "CBOR", "COSE", "TextEncodings", crypto, configuration, hummingbird,
                hummingbirdCore, hummingbirdTLS, httpClient, logging, metrics, nioCore, nioHTTPTypes, nioPosix, nioSSL, serviceLifecycle, system, tracing, yams,
            ],
            resources: [.embedInCode("Resources/openapi.json")], swiftSettings: strict),
        .target(
            name: "BrokerPages",
            dependencies: [
                "WalletBroker", "IdentityElements", "ListenFaults", "UserVerification", "TextEncodings", "PublicSuffixes", "QRCodes", crypto, hummingbird,
                hummingbirdCore, logging, mustache, nioCore,
            ],
            resources: [.embedInCode("Assets"), .embedInCode("Templates")], swiftSettings: strict),
        // Cases with one flaw each, as files for any implementation.
        .target(
            name: "MobileDocumentCorpus",
            dependencies: [
                "MobileDocumentTesting", "HybridTransport", "RelyingParty", "DocumentProvider", "IssuingAuthority", "DocumentTrust", "MobileDocument",
                "COSE", "CBOR", crypto, x509, asn1,
            ],
            swiftSettings: strict),
        // Floor 7
        // What every provider must do, tried on its program.
        .target(
            name: "ProviderConformance",
            dependencies: [
                "AppGrantTokens", "AppRequests", "BrokerMessages", "Deadlines", "LocalSockets", "MobileDocumentTesting", "ProviderDocuments", "RelyingParty",
                "RequestExtraction", "IssuingAuthority", "ElementTableFiles", "IdentityElements", "DocumentTrust", "MobileDocument", "COSE", crypto, x509,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "mdoc",
            dependencies: [
                "AppGrantTokens", "CertificateLists", "ProviderConformance", "Registrar", "DomainProofs", "TrustFetching", "NetworkAddressing", "RelyingParty", "DocumentProvider",
                "IssuingAuthority", "IdentityDocumentServicesUI", "IdentityDocumentServices", "CodeReading", "DesktopServices", "HybridTunnel", "HybridTransport",
                "ElementTableFiles", "IdentityElements", "Inspection", "MobileDocumentCorpus", "MobileDocumentTesting", "MobileDocument", "DocumentTrust",
                "OwnerOnlyFiles", "TextEncodings", "COSE", "CBOR", crypto, x509, arguments, nioSSL,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "mdoc-registrar",
            dependencies: ["RegistrarService", "DomainProofs", "Registrar", "ListenFaults", "MobileDocument", "ProcessSandbox", hummingbird, logging, arguments],
            swiftSettings: strict),
        .executableTarget(
            name: "mdoc-tunnel",
            dependencies: ["HybridTunnel", "HybridTransport", "ListenFaults", "NetworkAddressing", "PrintedResults", "ProcessSandbox", arguments, nioSSL],
            swiftSettings: strict),
        .executableTarget(
            name: "mdoc-verifier",
            dependencies: [
                "VerifierService", "VerificationSessions", "SQLiteVerificationStore", "PostgreSQLVerificationStore", "MobileDocument", "PrintedResults",
                "ProcessSandbox", crypto, arguments, logging, metrics,
                serviceLifecycle,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "mdoc-request-parser", dependencies: ["RequestExtraction", "PresentmentRequest", "ProcessSandbox"], swiftSettings: strict),
        .executableTarget(
            name: "mdoc-broker",
            dependencies: [
                "WalletBroker", "BrokerPages", "ElementTableFiles", "IdentityElements", "ListenFaults", "PrintedResults", "ProcessSandbox", "QRCodes",
                "TextEncodings", "UserVerification", logging, arguments,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "mdoc-hybrid",
            dependencies: [
                "CodeReading", "DesktopBrowsers", "DesktopServices", "HybridTunnel", "HybridTransport", "BrokerMessages", "LocalSockets", "MobileDocument",
                "PrintedResults", "ProcessSandbox", "TextEncodings", crypto, arguments,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "mdoc-code-reader", dependencies: ["BrokerMessages", "ProcessSandbox", "CPhotoDecoders", "CZBar"], swiftSettings: strict),
        .executableTarget(
            name: "mdoc-native-host", dependencies: ["BrokerMessages", "LocalSockets", "MobileDocument", "ProcessSandbox", arguments],
            swiftSettings: strict),
        // Puts a service under load; for scripts, not a product.
        .executableTarget(
            name: "verifier-load",
            dependencies: [
                "PostgreSQLVerificationStore", "SQLiteVerificationStore", "VerificationSessions", "MobileDocumentTesting", "DocumentProvider",
                "IssuingAuthority", "DocumentTrust", "RelyingParty", "MobileDocument", "COSE", "CBOR", crypto, arguments, grdb, histogram, httpClient,
                hummingbird, nioCore, nioHTTP1, nioFoundation,
            ],
            path: "Tools/VerifierLoad", swiftSettings: strict),
        // Our side of comparisons with other people's decoders and verifiers; for scripts, not a product.
        .executableTarget(
            name: "differential-peer", dependencies: ["RelyingParty", "DocumentTrust", "MobileDocument", "CBOR", "TextEncodings", arguments],
            path: "Tools/Differential", swiftSettings: strict),
        // Floor 8
        // Mock data in place of documents. Nothing that answers with real ones links it, but for Wallet's program, which is either.
        .target(
            name: "SimulatedDocuments",
            dependencies: [
                "ProviderViews", "ProviderDocuments", "IdentityDocumentServicesUI", "IdentityDocumentServices", "MobileDocumentTesting",
                "IssuingAuthority", "DocumentProvider", "AppRequests", "BrokerMessages", "IdentityElements", "DocumentTrust", "MobileDocument",
                "COSE", "CBOR", crypto,
            ],
            swiftSettings: strict),
        // Examples: users of the products above.
        .target(name: "CAnonymousFile", path: "Examples/SpaceshipRentals/CAnonymousFile"),
        .executableTarget(
            name: "PhotoReader", dependencies: ["CPhotoDecoders", "ProcessSandbox"], path: "Examples/SpaceshipRentals/PhotoReader",
            swiftSettings: strict),
        .executableTarget(
            name: "SpaceshipRentals",
            dependencies: [
                "CAnonymousFile", "ListenFaults", "MobileDocument", "ProcessSandbox", hummingbird, mustache, httpClient, nioCore, nioHTTP1, subprocess, system, logging, arguments,
            ],
            path: "Examples/SpaceshipRentals/Site", resources: [.copy("Resources")], swiftSettings: strict),
        .executableTarget(
            name: "DockingPass",
            dependencies: ["VerifyWithWallet", "PageKit", "DesktopBrowsers", hummingbird, mustache, httpClient, nioCore, nioHTTP1, logging, arguments],
            path: "Examples/DockingPass/App", resources: [.embedInCode("Window/Page")], swiftSettings: strict),
        .executableTarget(
            name: "DockingOffice", dependencies: ["ListenFaults", "ProcessSandbox", hummingbird, httpClient, nioCore, nioHTTP1, arguments],
            path: "Examples/DockingPass/Office", swiftSettings: strict),
        .target(
            name: "ProviderCommands",
            dependencies: [
                "ProviderDocuments", "IdentityDocumentServices", "ElementTableFiles", "IdentityElements", "DocumentTrust", "MobileDocument", arguments,
            ],
            path: "Examples/ProviderCommands", swiftSettings: strict),
        .target(
            name: "DrivingAuthority",
            dependencies: [
                "ProviderDocuments", "IdentityDocumentServices", "DocumentProvider", "IssuingAuthority", "DocumentTrust", "MobileDocument",
                "OwnerOnlyFiles", "COSE", "CBOR", crypto,
            ],
            path: "Examples/LocalDrivingAuthority/Office", swiftSettings: strict),
        .executableTarget(
            name: "LocalDrivingAuthority",
            dependencies: ["DrivingAuthority", "ProviderCommands", "IdentityDocumentServices", "OwnerOnlyFiles", arguments],
            path: "Examples/LocalDrivingAuthority/Command", swiftSettings: strict),
        .executableTarget(
            name: "LocalDrivingAuthorityProvider",
            dependencies: ["ProviderViews", "ProviderDocuments", "IdentityDocumentServicesUI", "IdentityDocumentServices", "DocumentProvider"],
            path: "Examples/LocalDrivingAuthority/Provider", swiftSettings: strict),
        .executableTarget(
            name: "Wallet",
            dependencies: [
                "ProviderCommands", "ProviderDocuments", "SimulatedDocuments", "IdentityDocumentServices", "MobileDocumentTesting",
                "MobileDocument", "COSE", arguments,
            ],
            path: "Examples/Wallet/Command", swiftSettings: strict),
        .executableTarget(
            name: "WalletProvider",
            dependencies: [
                "SimulatedDocuments", "ProviderViews", "ProviderDocuments", "IdentityDocumentServicesUI", "IdentityDocumentServices", "DocumentProvider",
                "MobileDocument",
            ],
            path: "Examples/Wallet/Provider", swiftSettings: strict),
        // Tests
        .target(name: "VectorSupport", path: "Tests/VectorSupport", swiftSettings: strict),
        .target(name: "CodePictures", dependencies: ["CPhotoDecoders", "QRCodes", "VectorSupport"], path: "Tests/CodePictures", swiftSettings: strict),
        .target(
            name: "LoopbackServers", dependencies: [crypto, x509, asn1, nioCore, nioPosix, nioHTTP1, nioSSL], path: "Tests/LoopbackServers",
            swiftSettings: strict),
        .target(
            name: "StoreDoubles", dependencies: ["VerificationSessions", "RelyingParty", "MobileDocument"], path: "Tests/StoreDoubles",
            swiftSettings: strict),
        .testTarget(
            name: "InspectionTests",
            dependencies: ["Inspection", "IssuingAuthority", "DocumentTrust", "CBOR", "COSE", "MobileDocument", crypto, x509, asn1],
            swiftSettings: strict),
        .testTarget(name: "CBORTests", dependencies: ["CBOR", "VectorSupport"], swiftSettings: strict),
        .testTarget(name: "COSETests", dependencies: ["COSE", "CBOR", "VectorSupport", crypto], swiftSettings: strict),
        .testTarget(name: "MobileDocumentTests", dependencies: ["IdentityElements", "MobileDocument", "COSE", "CBOR", "VectorSupport", crypto], swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "mdoc", "mdoc-code-reader", "test-provider", "IssuingAuthority", "HybridTransport", "HybridTunnel", "MobileDocument", "CBOR",
                "CodePictures", "VectorSupport", "LoopbackServers", crypto, nioSSL,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CorpusTests", dependencies: ["MobileDocumentCorpus", "RelyingParty", "DocumentTrust", "MobileDocument", "CBOR", crypto],
            swiftSettings: strict),
        .testTarget(
            name: "FetchingTests",
            dependencies: [
                "LoopbackServers", "TrustFetching", "DomainProofs", "NetworkAddressing", "Registrar", "RelyingParty", "IssuingAuthority",
                "MobileDocumentTesting", "MobileDocument", "DocumentTrust", "CBOR", "VectorSupport", crypto, nioCore, nioPosix, nioHTTP1, serviceLifecycle,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RegistrarTests",
            dependencies: [
                "AppGrantTokens", "CertificateLists", "IdentityElements", "Registrar", "RegistrarService", "mdoc-registrar", "NetworkAddressing", "RelyingParty", "DocumentProvider", "IssuingAuthority",
                "MobileDocumentTesting", "MobileDocument", "DocumentTrust", "COSE", "CBOR", "VectorSupport", crypto, x509, asn1, hummingbird, logging,
                nioCore, nioPosix, nioHTTP1,
            ],
            swiftSettings: strict),
        // Tries in the sandbox what must not succeed there.
        .target(name: "CForbidden", path: "Tests/CForbidden"),
        .executableTarget(
            name: "sandbox-probe", dependencies: ["ProcessSandbox", "CForbidden"], path: "Tests/SandboxProbe", swiftSettings: strict),
        // Registers documents until it is killed.
        .executableTarget(name: "registry-worker", dependencies: ["WalletBroker"], path: "Tests/RegistryWorker", swiftSettings: strict),
        .testTarget(
            name: "PresentmentTests",
            dependencies: [
                "WalletBroker", "BrokerMessages", "LocalSockets", "OwnerOnlyFiles", "UserVerification", "IdentityDocumentServices",
                "IdentityDocumentServicesUI", "CPKCS11", "PKCS11DeviceKeys", "ProviderDocuments", "ProviderViews", "SimulatedDocuments",
                "DrivingAuthority",
                "LocalDrivingAuthority", "LocalDrivingAuthorityProvider", "Wallet", "WalletProvider", "ProviderConformance", "RequestParsing", "VerifyWithWallet",
                "RequestExtraction", "IdentityElements", "PresentmentRequest", "QRCodes", "CodePictures", "DesktopServices", "HybridTransport",
                "LoopbackServers",
                "AppGrantTokens", "ElementTableFiles", "Registrar", "VerificationSessions",
                "TextEncodings", "mdoc-broker", "mdoc-hybrid", "mdoc-code-reader", "mdoc-native-host", "mdoc-tunnel", "mdoc-request-parser", "test-app", "test-provider",
                "sandbox-probe", "registry-worker", "VectorSupport", "RelyingParty", "DocumentProvider", "IssuingAuthority", "MobileDocumentTesting",
                "MobileDocument", "DocumentTrust", "COSE", "CBOR", crypto, grdb, logging, x509, asn1, subprocess, system,
            ],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "NativeHostTests", dependencies: ["mdoc-native-host", "BrokerMessages", "LocalSockets"], swiftSettings: strict),
        .testTarget(name: "UserVerificationTests", dependencies: ["UserVerification", "OwnerOnlyDatabases", "TextEncodings", crypto, grdb], swiftSettings: strict),
        // An app that asks for what its arguments say.
        .executableTarget(name: "test-app", dependencies: ["IdentityElements", "VerifyWithWallet"], path: "Tests/TestApp", swiftSettings: strict),
        // A provider that does what its arguments say.
        .executableTarget(
            name: "test-provider",
            dependencies: [
                "BrokerMessages", "DocumentProvider", "IdentityDocumentServices", "IdentityElements", "LocalSockets", "MobileDocument", "ProviderDocuments",
                "RequestExtraction",
            ],
            path: "Tests/TestProvider", swiftSettings: strict),
        .target(
            name: "BrokerDoubles", dependencies: ["BrokerPages", "WalletBroker", "UserVerification", "PresentmentRequest", crypto],
            path: "Tests/BrokerDoubles", swiftSettings: strict),
        // The broker's pages over doubles, for browsers.
        .executableTarget(
            name: "broker-double",
            dependencies: ["BrokerDoubles", "BrokerPages", "WalletBroker", "UserVerification", logging],
            path: "Tests/BrokerDouble", swiftSettings: strict),
        .testTarget(
            name: "BrokerPagesTests",
            dependencies: [
                "BrokerPages", "BrokerDoubles", "WalletBroker", "IdentityElements", "UserVerification", crypto, httpClient, logging, nioCore, nioHTTP1,
                subprocess,
            ],
            swiftSettings: strict),
        .testTarget(name: "VerifyWithWalletTests", dependencies: ["VerifyWithWallet", "IdentityElements"], swiftSettings: strict),
        // One side of an exchange between devices, for a script that keeps the two apart.
        .executableTarget(
            name: "hybrid-peer",
            dependencies: ["DesktopServices", "HybridTransport", "HybridTunnel", "MobileDocument", crypto, arguments, nioSSL], path: "Tests/HybridPeer",
            swiftSettings: strict),
        .testTarget(
            name: "HybridTests",
            dependencies: [
                "mdoc-tunnel", "DesktopServices", "HybridTransport", "HybridTunnel", "ListenFaults", "LoopbackServers", "VectorSupport", "MobileDocument", "NetworkAddressing", "OwnerOnlyFiles", "TextEncodings",
                crypto, nioCore, nioPosix, nioSSL,
            ],
            swiftSettings: strict),
        .testTarget(name: "PageKitTests", dependencies: ["PageKit"], swiftSettings: strict),
        // Claims and settles until it is killed.
        .executableTarget(
            name: "store-worker",
            dependencies: ["VerificationSessions", "SQLiteVerificationStore", "PostgreSQLVerificationStore", "RelyingParty", "MobileDocument", crypto],
            path: "Tests/StoreWorker", swiftSettings: strict),
        .testTarget(
            name: "VerificationSessionTests",
            dependencies: [
                "VerificationSessions", "SQLiteVerificationStore", "PostgreSQLVerificationStore", "store-worker", "StoreDoubles", "IdentityElements", "RelyingParty",
                "IssuingAuthority", "MobileDocumentTesting", "MobileDocument", "DocumentTrust", "CBOR", "COSE", crypto, x509, asn1, grdb, tracing,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SpaceshipRentalsTests",
            dependencies: ["SpaceshipRentals", "VectorSupport", "MobileDocument", hummingbird, hummingbirdTesting, "CPhotoDecoders"], swiftSettings: strict),
        .testTarget(
            name: "VerifierServiceTests",
            dependencies: [
                "VerifierService", "VerificationSessions", "SQLiteVerificationStore", "PostgreSQLVerificationStore", "IgnoredUpgrades", "mdoc-verifier", "LoopbackServers",
                "StoreDoubles", "VectorSupport", "MobileDocumentCorpus", "RelyingParty", "DocumentProvider", "IssuingAuthority",
                "DocumentTrust", "TrustFetching", "MobileDocumentTesting", "MobileDocument", "CBOR", "COSE", crypto, x509, grdb, hummingbird, hummingbirdTesting, httpClient, inMemoryTracing, logging, nioCore, nioEmbedded, nioHTTPTypes, nioPosix, nioSSL,
                serviceLifecycle, tracing,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "VerificationTests",
            dependencies: [
                "RelyingParty", "DocumentProvider", "IssuingAuthority", "IdentityElements", "MobileDocumentTesting", "MobileDocument",
                "DocumentTrust", "COSE", "CBOR", "VectorSupport", crypto, x509, asn1,
            ],
            swiftSettings: strict),
    ]
)
