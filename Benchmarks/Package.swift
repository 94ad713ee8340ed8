// swift-tools-version: 6.2
import PackageDescription

// How long a verification takes next to the sum of its primitives. A package of its own, so that nobody who uses the
// libraries builds it. Run it with `make bench`.

let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "swift-mdoc", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
    ],
    targets: [
        // Stands in for malloc in the program, and counts.
        .target(name: "CAllocationCount"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CAllocationCount",
                .product(name: "CBOR", package: "swift-mdoc"),
                .product(name: "COSE", package: "swift-mdoc"),
                .product(name: "MobileDocument", package: "swift-mdoc"),
                .product(name: "DocumentTrust", package: "swift-mdoc"),
                .product(name: "DocumentProvider", package: "swift-mdoc"),
                .product(name: "IssuingAuthority", package: "swift-mdoc"),
                .product(name: "RelyingParty", package: "swift-mdoc"),
                .product(name: "MobileDocumentTesting", package: "swift-mdoc"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
    ]
)
