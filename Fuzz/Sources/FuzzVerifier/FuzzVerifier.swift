import FuzzSupport
import MobileDocument
import RelyingParty

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    check(bytes, FixedWorld.verifier.verify(deviceResponse: bytes, transcript: FixedWorld.transcript, at: FixedWorld.now))
    check(
        bytes,
        FixedWorld.verifier.verify(
            deviceResponse: bytes, transcript: FixedWorld.transcript, request: FixedWorld.request, at: FixedWorld.now))
    if case .verified = FixedWorld.verifier.verify(deviceResponse: bytes, transcript: nil, at: FixedWorld.now) {
        law(false, "verified without a transcript")
    }
    return 0
}

private func check(_ bytes: [UInt8], _ verdict: Verdict) {
    switch verdict {
    case .verified(let response):
        FixedWorld.lawElements(response)
        law(response.report.failures.isEmpty, "verified with a failed check")
        law(verdict.output.documents?.count == response.documents.count, "the output shows other documents")
    case .mock: law(false, "mock data passes under rules that are not for tests")
    case .refused(let refusal):
        law(bytes != FixedWorld.plainResponse, "the genuine answer is refused: \(refusal.reason)")
        law(verdict.output.documents == nil, "a refusal shows elements")
        law(!refusal.report.failures.isEmpty || !refusal.report.outcomes(of: .deviceAuthentication).allSatisfy { $0 == .passed }, "refused without a reason")
    }
}
