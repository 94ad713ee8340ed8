import Testing

@Suite("What apps of other packages can do with links")
struct LinkSurfaceTests {
    @Test("What can be taken from where it was kept can be kept there, too")
    func kept() async throws {
        let transport = try await PublicSymbols.of("HybridTransport")
        #expect(transport.members(of: "ContactSecret").contains { $0.hasPrefix("init(") && $0 != "init()" })
        #expect(transport.members(of: "ContactSecret").contains("secretBytes"))
        for link in ["LinkedClient", "LinkedAuthenticator"] {
            #expect(Set(transport.members(of: link)).isSuperset(of: ["init(encoded:)", "encoded"]), "\(link)")
        }
    }
}
