// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
    name: "swift-mdoc",
    products: [
        .library(name: "CBOR", targets: ["CBOR"]),
        .library(name: "COSE", targets: ["COSE"]),
        .library(name: "MobileDocument", targets: ["MobileDocument"]),
        .library(name: "DocumentTrust", targets: ["DocumentTrust"]),
        .library(name: "RelyingParty", targets: ["RelyingParty"]),
        .library(name: "DocumentProvider", targets: ["DocumentProvider"]),
        .library(name: "IssuingAuthority", targets: ["IssuingAuthority"]),
        .library(name: "Registrar", targets: ["Registrar"]),
        .library(name: "MobileDocumentTesting", targets: ["MobileDocumentTesting"]),
        .executable(name: "mdoc", targets: ["mdoc"]),
        .executable(name: "spaceship-rentals", targets: ["SpaceshipRentals"]),
        .executable(name: "photo-reader", targets: ["PhotoReader"]),
        .executable(name: "developer-wallet", targets: ["DeveloperWallet"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache.git", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
    ],
    targets: [
        // Floor 0
        .target(name: "CBOR", swiftSettings: strict),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // Floor 1
        .target(name: "COSE", dependencies: ["CBOR", crypto], swiftSettings: strict),
        // Floor 2
        .target(name: "MobileDocument", dependencies: ["CBOR", "COSE", crypto], swiftSettings: strict),
        // Floor 3
        .target(name: "DocumentTrust", dependencies: ["CBOR", "COSE", "CZlib", "MobileDocument", crypto, x509, asn1], swiftSettings: strict),
        // Floor 4
        .target(name: "RelyingParty", dependencies: ["CBOR", "COSE", "MobileDocument", "DocumentTrust", crypto], swiftSettings: strict),
        .target(name: "DocumentProvider", dependencies: ["CBOR", "COSE", "MobileDocument", "DocumentTrust", crypto], swiftSettings: strict),
        .target(
            name: "IssuingAuthority", dependencies: ["CBOR", "COSE", "CZlib", "MobileDocument", "DocumentTrust", crypto, x509, asn1],
            swiftSettings: strict),
        .target(name: "Inspection", dependencies: ["CBOR", "COSE", "MobileDocument", crypto, x509, asn1], swiftSettings: strict),
        // The system's public suffix list: which names one owner can register.
        .systemLibrary(name: "CPublicSuffix", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        // Floor 5
        .target(
            name: "Registrar", dependencies: ["IssuingAuthority", "DocumentTrust", "MobileDocument", "CPublicSuffix", crypto, x509, asn1],
            swiftSettings: strict),
        .target(
            name: "MobileDocumentTesting",
            dependencies: ["RelyingParty", "DocumentProvider", "IssuingAuthority", "MobileDocument", "COSE", "CBOR", "DocumentTrust", crypto],
            swiftSettings: strict),
        .target(
            name: "VerificationSessions", dependencies: ["RelyingParty", "DocumentTrust", "MobileDocument", crypto], swiftSettings: strict),
        // Floor 6
        .target(name: "SQLiteVerificationStore", dependencies: ["VerificationSessions", "RelyingParty", "MobileDocument", grdb], swiftSettings: strict),
        .executableTarget(
            name: "mdoc",
            dependencies: [
                "Registrar", "RelyingParty", "DocumentProvider", "IssuingAuthority", "Inspection", "MobileDocumentTesting", "MobileDocument",
                "DocumentTrust", "COSE", "CBOR", crypto, arguments,
            ],
            swiftSettings: strict),
        // Examples: users of the products above, and of nothing else here.
        .systemLibrary(
            name: "CPhotoDecoders", path: "Examples/SpaceshipRentals/CPhotoDecoders", providers: [.apt(["libturbojpeg0-dev", "libpng-dev"])]),
        .target(name: "CAnonymousFile", path: "Examples/SpaceshipRentals/CAnonymousFile"),
        .executableTarget(
            name: "PhotoReader", dependencies: ["CPhotoDecoders"], path: "Examples/SpaceshipRentals/PhotoReader", swiftSettings: strict),
        .executableTarget(
            name: "SpaceshipRentals",
            dependencies: [
                "CAnonymousFile", "MobileDocument", hummingbird, mustache, httpClient, nioHTTP1, subprocess, system, logging, arguments,
            ],
            path: "Examples/SpaceshipRentals/Site", resources: [.copy("Resources")], swiftSettings: strict),
        .executableTarget(
            name: "DeveloperWallet",
            dependencies: ["DocumentProvider", "DocumentTrust", "MobileDocument", "COSE", x509, asn1, hummingbird, logging, arguments],
            path: "Examples/DeveloperWallet", exclude: ["licence.json"], resources: [.copy("Resources")], swiftSettings: strict),
        // Tests
        .target(name: "VectorSupport", path: "Tests/VectorSupport", swiftSettings: strict),
        .testTarget(
            name: "InspectionTests", dependencies: ["Inspection", "CBOR", "COSE", "MobileDocument", crypto, x509, asn1], swiftSettings: strict),
        .testTarget(name: "CBORTests", dependencies: ["CBOR", "VectorSupport"], swiftSettings: strict),
        .testTarget(name: "COSETests", dependencies: ["COSE", "CBOR", "VectorSupport", crypto], swiftSettings: strict),
        .testTarget(name: "MobileDocumentTests", dependencies: ["MobileDocument", "COSE", "CBOR", "VectorSupport", crypto], swiftSettings: strict),
        .testTarget(
            name: "SpaceshipRentalsTests",
            dependencies: [
                "SpaceshipRentals", "MobileDocument", hummingbird, .product(name: "HummingbirdTesting", package: "hummingbird"), "CPhotoDecoders",
            ],
            swiftSettings: strict),
        .testTarget(name: "CommandLineTests", dependencies: ["mdoc", "VectorSupport"], swiftSettings: strict),
        .testTarget(
            name: "RegistrarTests",
            dependencies: [
                "Registrar", "RelyingParty", "DocumentProvider", "IssuingAuthority", "MobileDocumentTesting", "MobileDocument", "DocumentTrust",
                "COSE", "CBOR", crypto, x509, asn1,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "VerificationTests",
            dependencies: [
                "RelyingParty", "DocumentProvider", "IssuingAuthority", "MobileDocumentTesting", "MobileDocument", "DocumentTrust", "COSE", "CBOR",
                "VectorSupport", crypto, x509, asn1,
            ],
            swiftSettings: strict),
    ]
)
