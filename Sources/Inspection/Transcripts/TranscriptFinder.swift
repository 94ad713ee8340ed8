import CBOR
import Crypto
import MobileDocument

/// Finds out which session transcript a wallet's answer was made for.
///
/// When a response opens but the device's proof fails, both sides built different transcripts. This tries the transcripts
/// that the given inputs make, and the mistakes people make in building them.
public enum TranscriptFinder {
    /// Most right transcripts that are tried.
    public static let maximumCandidates = 256
    /// Most near misses that are tried.
    public static let maximumNearMisses = 2_048
    /// Most documents that are looked at.
    public static let maximumDocuments = 8

    /// Holds the proof of each document against every candidate.
    ///
    /// - Parameters:
    ///   - response: an encoded DeviceResponse, or the opened content of an in-app envelope.
    ///   - inputs: what is known about the exchange.
    public static func find(
        _ response: [UInt8], inputs: TranscriptInputs
    ) throws(TranscriptFinderError) -> TranscriptSearch {
        let documents = try documents(of: response)
        let proofs = documents.prefix(maximumDocuments).enumerated().map {
            DeviceProof($1, position: $0, readerPrivateKey: inputs.readerPrivateKey)
        }
        var rejections: [TranscriptSearch.Rejection] = []
        let candidates = TranscriptCandidates(inputs, rejections: &rejections)
        var outcomes = candidates.exact.prefix(maximumCandidates).map { outcome(of: $0, proofs) }

        var tried = 0
        var isShortened = candidates.exact.count > maximumCandidates || documents.count > maximumDocuments
        // A near miss matters only where nothing right fits; a proof cannot fit two transcripts.
        if !outcomes.contains(where: \.fits), proofs.contains(where: { $0.summary.obstacle == nil }) {
            let near = candidates.nearMisses(limit: maximumNearMisses)
            isShortened = isShortened || near.isShortened
            tried = near.candidates.count
            outcomes += near.candidates.map { outcome(of: $0, proofs) }.filter { !$0.fittingDocuments.isEmpty }
        }
        return TranscriptSearch(
            documents: proofs.map(\.summary), outcomes: outcomes, rejections: rejections, nearMissesTried: tried,
            isShortened: isShortened)
    }

    private static func outcome(of candidate: TranscriptCandidate, _ proofs: [DeviceProof]) -> TranscriptSearch.Outcome {
        let results = proofs.map { ($0.summary.position, $0.fits(candidate.transcript)) }
        let fitting = results.filter { $0.1 == true }.map(\.0)
        return TranscriptSearch.Outcome(
            name: candidate.name, sha256: Hexadecimal.text(candidate.transcript.hash),
            fits: !fitting.isEmpty && !results.contains { $0.1 == false }, fittingDocuments: fitting, deviation: candidate.deviation
        )
    }

    private static func documents(of response: [UInt8]) throws(TranscriptFinderError) -> [Document] {
        var parser = TolerantParser(response, 0..<response.count)
        let kind = parser.parse(depth: 0).flatMap { Recognition(of: $0, in: response)?.kind }
        if kind == .encryptedResponse || kind == .inAppEnvelope {
            throw TranscriptFinderError(
                .sealedResponse, "the input is a sealed answer", remedy: "open it first; the proof is inside")
        }
        do throws(CBORError) {
            var content = response[...]
            if kind == .inAppPlaintext { content = try InAppEnvelope.deviceResponse(inPlaintext: response).bytes }
            let documents = try DeviceResponse(content).documents
            guard !documents.isEmpty else { throw CBORError(.missingMember, at: 0, "") }
            return documents
        } catch {
            if error.code == .missingMember, error.reason.isEmpty {
                throw TranscriptFinderError(
                    .noDocuments, "the response holds no documents", remedy: "give a response in which something was shown")
            }
            throw TranscriptFinderError(
                .unreadableResponse, at: error.offset, "the input is no readable DeviceResponse: \(error.reason)",
                remedy: "inspect it to see where it breaks")
        }
    }
}
