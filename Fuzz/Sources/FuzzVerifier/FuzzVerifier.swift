import FuzzSupport
import MobileDocument
import RelyingParty

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    check(
        bytes, FixedWorld.verifier.verify(deviceResponse: bytes, transcript: FixedWorld.transcript, at: FixedWorld.now),
        genuine: FixedWorld.plainResponse)
    check(
        bytes,
        FixedWorld.verifier.verify(
            deviceResponse: bytes, transcript: FixedWorld.transcript, request: FixedWorld.request, at: FixedWorld.now),
        genuine: FixedWorld.plainResponse)
    if case .verified = FixedWorld.verifier.verify(deviceResponse: bytes, transcript: nil, at: FixedWorld.now) {
        law(false, "verified without a transcript")
    }
    checkInPerson(bytes)
    return 0
}

/// The same in person, where the reader has a key of its own, so that a device may prove itself by a MAC.
private func checkInPerson(_ bytes: [UInt8]) {
    let (verifier, transcript, now) = (FixedWorld.verifier, FixedWorld.proximityTranscript, FixedWorld.now)
    let verdict = verifier.verify(deviceResponse: bytes, transcript: transcript, readerKey: FixedWorld.sessionKey, at: now)
    check(bytes, verdict, genuine: FixedWorld.macResponse)
    // The device has signed nothing in this session, so what is verified is proved by its MAC.
    guard case .verified = verdict else { return }
    if case .verified = verifier.verify(deviceResponse: bytes, transcript: transcript, at: now) {
        law(false, "a MAC is verified without the reader's key")
    }
    let elsewhere = verifier.verify(deviceResponse: bytes, transcript: FixedWorld.transcript, readerKey: FixedWorld.sessionKey, at: now)
    if case .verified = elsewhere { law(false, "a MAC is verified in another session") }
}

private func check(_ bytes: [UInt8], _ verdict: Verdict, genuine: [UInt8]) {
    switch verdict {
    case .verified(let response):
        FixedWorld.lawElements(response)
        law(response.report.failures.isEmpty, "verified with a failed check")
        law(verdict.output.documents?.count == response.documents.count, "the output shows other documents")
    case .mock: law(false, "mock data passes under rules that are not for tests")
    case .refused(let refusal):
        law(bytes != genuine, "the genuine answer is refused: \(refusal.reason)")
        law(verdict.output.documents == nil, "a refusal shows elements")
        law(!refusal.report.failures.isEmpty || !refusal.report.outcomes(of: .deviceAuthentication).allSatisfy { $0 == .passed }, "refused without a reason")
    }
}
