import CBOR
import DocumentProvider
import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@Suite("Mock data")
struct MockDataTests {
    private static let zeros = [UInt8](repeating: 0, count: 64)

    /// What a simulator sends: nobody signs, and the object says so in all its ways.
    private func simulator(_ response: inout ForgedResponse) {
        response.chainShape = .empty
        response.issuerSignature = Self.zeros
        response.msoStatus = .null
        response.extraDigests = [.developerTest: [0]]
        response.proof = .signatureBytes(Self.zeros)
    }

    private func verify(under profile: any VerificationProfile, _ change: (inout ForgedResponse) throws -> Void) throws -> Verdict {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        try change(&response)
        let (session, _) = try parties.request(World.asked)
        return try Verifier(trust: parties.issuerTrust(), profile: profile, mode: .development).verify(
            response.seal(for: session), for: ClaimedSession(claimed: session), at: World.now)
    }

    @Test("A simulator's data is mock under its profile, and has no type of verified data")
    func mock() throws {
        let verdict = try verify(under: SimulatorProfile(), simulator)
        guard case .mock(let response) = verdict else {
            Issue.record("\(RecordedExchange.failures(verdict.report))")
            return
        }
        #expect(response.documents[0].elements.map(\.reference.identifier) == ["family_name", "given_name", "age_over_21", "issuing_country"])
        #expect(verdict.output.verdict == .mock && verdict.output.documents == nil)
        #expect(verdict.report.outcomes(of: .dataMock) == [.warning])
        #expect(verdict.report.outcomes(of: .issuerSignature) == [.skipped])
        #expect(verdict.report.outcomes(of: .deviceAuthentication) == [.skipped])
        #expect(verdict.report.profile == "simulator")
        #expect(World.unsaid(in: verdict.report) == [])
    }

    @Test("Every other profile refuses it and says that it is mock data", arguments: ["iso", "iso-strict", "legacy-samples"])
    func refused(name: String) throws {
        let profiles: [any VerificationProfile] = [ISOProfile(), ISOStrictProfile(), LegacySamplesProfile()]
        let verdict = try verify(under: #require(profiles.first { $0.rules.profile == name }), simulator)
        guard case .refused(let refusal) = verdict else { Issue.record("not refused"); return }
        #expect(refusal.isMockData && verdict.output.verdict == .mock)
    }

    @Test("A real document under a profile for mock data is refused, and is not said to be mock")
    func realDocument() throws {
        for profile in [SimulatorProfile() as any VerificationProfile, DeveloperDeviceProfile()] {
            let verdict = try verify(under: profile) { _ in }
            guard case .refused(let refusal) = verdict else { Issue.record("not refused"); return }
            #expect(refusal.report.outcomes(of: .dataMock) == [.failed])
            #expect(!refusal.isMockData && verdict.output.verdict == .refused)
            #expect(World.unsaid(in: refusal.report) == [])
        }
    }

    /// The document of a response as it was issued.
    private func issued(_ change: (inout ForgedResponse) throws -> Void) throws -> [UInt8] {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        try change(&response)
        let session = try parties.request(World.asked).session
        let issuerSigned = try DeviceResponse(response.encode(transcript: session.transcript)).documents[0].issuerSigned
        var writer = CBORWriter()
        issuerSigned.write(issuerSigned.items, to: &writer)
        return writer.bytes
    }

    @Test("As issued, mock data is mock where its profile lets it pass and where another one refuses it; a real document never is")
    func asIssued() throws {
        func verdict(_ bytes: [UInt8], under profile: any VerificationProfile) throws -> VerificationOutput.Verdict {
            try IssuedDocumentVerification(trust: World.parties().issuerTrust(), profile: profile, mode: .development)
                .verify(bytes, docType: .mobileDrivingLicence, at: World.now).output.verdict
        }
        let (mock, real) = (try issued(simulator), try issued { _ in })
        let inconsistent = try issued {
            simulator(&$0)
            $0.items[0].signedValue = .text("Other")
        }
        for profile in [SimulatorProfile() as any VerificationProfile, DeveloperDeviceProfile()] {
            #expect(try verdict(mock, under: profile) == .mock)
            #expect(try verdict(inconsistent, under: profile) == .refused)
            #expect(try verdict(real, under: profile) == .refused)
        }
        #expect(try verdict(mock, under: ISOProfile()) == .mock)
        #expect(try verdict(real, under: ISOProfile()) == .verified)
    }

    @Test("Production takes no profile for tests")
    func production() {
        for profile in [SimulatorProfile() as any VerificationProfile, DeveloperDeviceProfile()] {
            #expect(throws: ProfileRefused.self) { _ = try Verifier(trust: IssuerTrustList([]), profile: profile, mode: .production) }
        }
    }

    @Test("On a developer's device the device must have signed, and only the issuer has not")
    func developerDevice() throws {
        let parties = try World.parties()
        func change(_ response: inout ForgedResponse, _ proof: ForgedResponse.Proof) {
            simulator(&response)
            response.proof = proof
        }
        let signed = try verify(under: DeveloperDeviceProfile()) { change(&$0, .signature(parties.deviceKey)) }
        guard case .mock = signed else { Issue.record("\(RecordedExchange.failures(signed.report))"); return }
        #expect(signed.report.outcomes(of: .deviceAuthentication) == [.passed])
        for proof in [ForgedResponse.Proof.signatureBytes(Self.zeros), .otherSession(parties.deviceKey)] {
            let verdict = try verify(under: DeveloperDeviceProfile()) { change(&$0, proof) }
            #expect(RecordedExchange.failures(verdict.report) == ["device.authentication"])
        }
        var unbound = ForgedResponse(parties)
        change(&unbound, .signature(parties.deviceKey))
        let (session, _) = try parties.request(World.asked)
        let alone = try Verifier(trust: parties.issuerTrust(), profile: DeveloperDeviceProfile(), mode: .development).verify(
            deviceResponse: unbound.encode(transcript: session.transcript), transcript: nil, at: World.now)
        guard case .refused = alone else { Issue.record("without its exchange nothing proves the device"); return }
        let foreign = try verify(under: SimulatorProfile()) { change(&$0, .otherSession(parties.deviceKey)) }
        #expect(RecordedExchange.failures(foreign.report) == ["device.authentication"])
    }

    @Test("A real document is refused under the profiles for tests, so that nobody shows one there by mistake")
    func real() throws {
        for profile in [SimulatorProfile() as any VerificationProfile, DeveloperDeviceProfile()] {
            let verdict = try verify(under: profile) { _ in }
            #expect(RecordedExchange.failures(verdict.report) == ["data.mock"])
            guard case .refused = verdict else { Issue.record("not refused"); return }
        }
    }

    @Test("Mock data that is not even consistent, or no longer valid, is refused")
    func inconsistent() throws {
        let forged = try verify(under: SimulatorProfile()) {
            simulator(&$0)
            $0.items[0].signedValue = .text("Other")
        }
        #expect(RecordedExchange.failures(forged.report) == ["mso.digest"])
        let late = try verify(under: SimulatorProfile()) {
            simulator(&$0)
            $0.validUntil = .dateTime("2026-06-01T11:00:00Z")
        }
        #expect(RecordedExchange.failures(late.report) == ["mso.validUntil"])
        for verdict in [forged, late] {
            guard case .refused = verdict else { Issue.record("not refused"); return }
        }
    }
}
