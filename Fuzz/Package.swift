// swift-tools-version: 6.2
import PackageDescription

// One fuzzer for each decoder that meets foreign bytes. A package of its own: without `--sanitize=fuzzer` these programs
// would link and do nothing. `make fuzz` builds them with it and with the address sanitizer, and runs them.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-mdoc") }
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")

/// The products a fuzzer reads foreign bytes with.
let decoders: [Target.Dependency] = [
    product("CBOR"), product("COSE"), product("MobileDocument"), product("DocumentTrust"), product("RelyingParty"),
    product("DocumentProvider"), product("PresentmentRequest"), product("RequestExtraction"), product("HybridTransport"), crypto,
]

func fuzzer(_ name: String) -> Target {
    .executableTarget(name: name, dependencies: ["FuzzSupport"] + decoders, swiftSettings: strict)
}

/// What signing for a fuzzer takes: behind a signature that nobody can forge, decoders would never be reached.
let signing: [Target.Dependency] = [
    product("IssuingAuthority"), .product(name: "X509", package: "swift-certificates"), .product(name: "SwiftASN1", package: "swift-asn1"),
]

func trustFuzzer(_ name: String, _ more: [Target.Dependency] = []) -> Target {
    .executableTarget(name: name, dependencies: ["FuzzSupport", "TrustSupport"] + decoders + signing + more, swiftSettings: strict)
}

/// What is seen inside the package alone has its fuzzer compiled as a part of it; SwiftPM calls it by its folder.
let insidePackage: SwiftSetting = {
    let folder = Context.packageDirectory.split(separator: "/").dropLast().last.map { $0.lowercased() } ?? ""
    return .unsafeFlags(["-package-name", String(folder.map { $0.isLetter || $0.isNumber ? $0 : "_" })])
}()

/// A fuzzer inside the package. Decoders that no other module sees, or whose modules would bring a server or a database along, are links to
/// their files in its folder.
func insider(_ name: String, _ more: [Target.Dependency] = [], _ settings: [SwiftSetting] = [], linker: [LinkerSetting] = []) -> Target {
    .executableTarget(
        name: name, dependencies: ["FuzzSupport"] + decoders + more, packageAccess: false, swiftSettings: strict + [insidePackage] + settings,
        linkerSettings: linker)
}

/// The system's decoders of pictures: libraries of the package's programs alone.
let pictureModules: SwiftSetting = .unsafeFlags(
    ["CPhotoDecoders", "CZBar"].flatMap { ["-Xcc", "-fmodule-map-file=\(Context.packageDirectory)/../Sources/\($0)/module.modulemap"] })

let package = Package(
    name: "Fuzz",
    dependencies: [
        .package(name: "swift-mdoc", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
    ],
    targets: [
        .target(name: "FuzzSupport", dependencies: decoders, swiftSettings: strict),
        .target(name: "TrustSupport", dependencies: ["FuzzSupport"] + decoders + signing, swiftSettings: strict),
        .target(
            name: "SigningSupport", dependencies: ["FuzzSupport", product("MobileDocumentTesting")] + decoders, swiftSettings: strict),
        insider("FuzzAppGrant", ["SigningSupport", product("AppGrantTokens"), product("AppRequests"), product("IdentityElements")] + signing),
        insider("FuzzBrokerMessages", [product("IdentityDocumentServices")]),
        insider("FuzzForm"),
        insider("FuzzHybridSession", [cryptoExtras]),
        insider("FuzzInAppEnvelope"),
        insider("FuzzInspection", signing),
        insider("FuzzNativeMessage"),
        insider("FuzzNetworkText", [product("Registrar")]),
        insider("FuzzPasskey"),
        insider(
            "FuzzPicture", [], [pictureModules],
            linker: [.linkedLibrary("turbojpeg"), .linkedLibrary("png16"), .linkedLibrary("zbar")]),
        insider("FuzzReaderChain", ["TrustSupport"] + signing),
        insider("FuzzServiceBodies", [product("Registrar")] + signing),
        insider("FuzzSignedRequest", ["SigningSupport"]),
        insider("FuzzSignedResponse", ["SigningSupport"]),
        .executableTarget(name: "FuzzElementTables", dependencies: ["FuzzSupport", product("IdentityElements")], swiftSettings: strict),
        fuzzer("FuzzCBOR"),
        fuzzer("FuzzCOSE"),
        fuzzer("FuzzCertificate"),
        fuzzer("FuzzDeviceRequest"),
        fuzzer("FuzzDeviceResponse"),
        fuzzer("FuzzEncryption"),
        fuzzer("FuzzHybridMessages"),
        fuzzer("FuzzIssuerSigned"),
        fuzzer("FuzzRequestExtraction"),
        fuzzer("FuzzSessionTranscript"),
        fuzzer("FuzzText"),
        fuzzer("FuzzVerifier"),
        trustFuzzer("FuzzMerchantCertificate"),
        trustFuzzer("FuzzReaderCertificate"),
        trustFuzzer("FuzzRevocation"),
        trustFuzzer("FuzzSigningRequest", [product("Registrar")]),
        trustFuzzer("FuzzTrustList"),
    ]
)

// `MDOC_MAKE_SEEDS=1 swift run --package-path Fuzz --scratch-path .build-seeds MakeSeeds Fuzz` writes the seeds anew. It has a main of
// its own, which cannot be linked together with the fuzzer's: beside the fuzzers it is only compiled.
let seedMaker: [Target.Dependency] = ["SigningSupport", product("MobileDocumentTesting")] + decoders + signing
package.targets.append(
    Context.environment["MDOC_MAKE_SEEDS"] == nil
        ? .target(name: "MakeSeeds", dependencies: seedMaker, swiftSettings: strict)
        : .executableTarget(name: "MakeSeeds", dependencies: seedMaker, swiftSettings: strict))
