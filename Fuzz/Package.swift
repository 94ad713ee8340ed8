// swift-tools-version: 6.2
import PackageDescription

// One fuzzer for each decoder that meets foreign bytes. A package of its own: without `--sanitize=fuzzer` these programs
// would link and do nothing. Run them with `make fuzz`.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-mdoc") }
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

/// The products a fuzzer reads foreign bytes with.
let decoders: [Target.Dependency] = [
    product("CBOR"), product("COSE"), product("MobileDocument"), product("DocumentTrust"), product("RelyingParty"),
    product("DocumentProvider"), crypto,
]

func fuzzer(_ name: String) -> Target {
    .executableTarget(name: name, dependencies: ["FuzzSupport"] + decoders, swiftSettings: strict)
}

let package = Package(
    name: "Fuzz",
    dependencies: [
        .package(name: "swift-mdoc", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
    ],
    targets: [
        .target(name: "FuzzSupport", dependencies: decoders, swiftSettings: strict),
        fuzzer("FuzzCBOR"),
        fuzzer("FuzzCOSE"),
        fuzzer("FuzzCertificate"),
        fuzzer("FuzzDeviceRequest"),
        fuzzer("FuzzDeviceResponse"),
        fuzzer("FuzzEncryption"),
        fuzzer("FuzzInAppEnvelope"),
        fuzzer("FuzzIssuerSigned"),
        fuzzer("FuzzSessionTranscript"),
        fuzzer("FuzzText"),
        fuzzer("FuzzVerifier"),
    ]
)

// `MDOC_MAKE_SEEDS=1 swift run --package-path Fuzz --scratch-path .build-seeds MakeSeeds Fuzz` writes the seeds anew. It has a main of
// its own, which cannot be linked together with the fuzzer's.
if Context.environment["MDOC_MAKE_SEEDS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "MakeSeeds",
            dependencies: decoders + [product("MobileDocumentTesting"), product("IssuingAuthority")], swiftSettings: strict))
}
