import Testing

@Suite("What a verifier can be given")
struct VerdictSurfaceTests {
    /// What a caller can hand to a type, and to what is handed to it, and so on.
    private struct Intake {
        /// The types, the first one included.
        var types: Set<String> = []
        /// What can be called later.
        var functions: [String] = []
        /// What anybody's own types may stand for.
        var open: Set<String> = []

        init(of type: String, in symbols: [PublicSymbols.Symbol]) {
            var waiting = [type]
            while let next = waiting.popLast() {
                guard types.insert(next).inserted else { continue }
                for symbol in symbols where Self.hands(symbol, to: next, isFirst: next == type) {
                    open.formUnion(symbol.declaration.matches(of: #/\b(?:any|some) [\w.]+|\b(?:init|func \w+)<[^(]+/#).map { String($0.output) })
                    for fragments in symbol.taken {
                        let text = fragments.map(\.spelling).joined()
                        if text.contains("->") { functions.append(text) }
                        waiting += fragments.filter { $0.kind == "typeIdentifier" }.map(\.spelling)
                    }
                }
            }
        }

        /// Whether a caller hands something over by it: methods count for the first type only, the others are handed over as they were made.
        private static func hands(_ symbol: PublicSymbols.Symbol, to type: String, isFirst: Bool) -> Bool {
            switch symbol.kind.identifier {
            case "swift.typealias": symbol.pathComponents.last == type
            case "swift.method", "swift.type.method": isFirst && symbol.pathComponents.dropLast().contains(type)
            default: symbol.pathComponents.dropLast().contains(type)
            }
        }
    }

    @Test("Nobody can give a verifier anything that answers in its place: no function, and no rules but those of its own profiles")
    func closed() async throws {
        let trust = try await PublicSymbols.of("DocumentTrust")
        let symbols = try await PublicSymbols.of("RelyingParty").symbols + trust.symbols + PublicSymbols.of("MobileDocument").symbols
        let verifier = Intake(of: "Verifier", in: symbols)
        #expect(verifier.types.isSuperset(of: ["IssuerTrustList", "TrustAnchor", "ClaimedSession", "InAppSession", "DeviceRequest", "StatusLists"]))
        #expect(verifier.functions.isEmpty)
        // Nor does it have a switch.
        let taken = symbols.filter { $0.pathComponents.dropLast().contains("Verifier") }.flatMap(\.taken).flatMap { $0 }.map(\.spelling)
        #expect(taken.contains("ClaimedSession") && !taken.contains("Bool"))
        // A decoder gives bytes, a profile gives rules; rules are made by the library alone.
        #expect(verifier.open == ["any Decoder", "any VerificationProfile"])
        #expect(trust.members(of: "VerificationProfile") == ["rules"])
        let rules = trust.members(of: "VerificationRules")
        #expect(rules.contains("areForProduction") && !rules.contains { $0.hasPrefix("init") })
        // The check can fail: what is refreshed beside a verifier does take a function, and strangers' types.
        let refresher = Intake(of: "StatusRefresher", in: symbols)
        #expect(refresher.functions.contains { $0.hasPrefix("jitter: ") })
        #expect(refresher.open.isSuperset(of: ["any StatusFetching", "any RefreshClock"]))
    }
}
