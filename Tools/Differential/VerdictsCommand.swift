import ArgumentParser
import CBOR
import DocumentTrust
import Foundation
import MobileDocument
import RelyingParty
import TextEncodings

/// Verifies each line as a plain response: `verified` and its elements, or `refused`, the checks that failed, and the first reason.
struct VerdictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "verdicts", abstract: "Prints a verdict for each response.")

    @Option(help: "Certificates of the roots, PEM.")
    var root: String

    @Option(help: "The session's transcript, a file.")
    var transcript: String

    @Option(help: "The moment to judge by.")
    var at: String

    func run() throws {
        guard let time = Instant(at) else { throw ValidationError("\(at) is no time") }
        let recorded = try Data(contentsOf: URL(fileURLWithPath: transcript))
        let session = try SessionTranscript(recorded: [UInt8](recorded))
        let verifier = try Verifier(
            trust: IssuerTrustList(TrustAnchorFolder.load(root)), profile: ISOProfile(), mode: .development, clockTolerance: 0)
        while let line = readLine() {
            print(Self.text(of: verifier.verify(deviceResponse: Hexadecimal.bytes(line) ?? [], transcript: session, at: time)))
        }
    }

    private static func text(of verdict: Verdict) -> String {
        switch verdict {
        case .verified(let response): "verified " + response.documents.flatMap(elements(of:)).joined(separator: ",")
        case .refused(let refusal):
            "refused " + refusal.report.failures.map(\.identifier.rawValue).joined(separator: ",") + " " + refusal.reason
        case .mock: "mock"
        }
    }

    private static func elements(of document: VerifiedDocument) -> [String] {
        document.issuerSigned.map { text(of: $0, signedBy: "issuer") } + document.deviceSigned.map { text(of: $0, signedBy: "device") }
    }

    private static func text(of element: VerifiedElement, signedBy signer: String) -> String {
        let nameSpace = Hexadecimal.text(element.reference.nameSpace.rawValue.utf8)
        let identifier = Hexadecimal.text(element.reference.identifier.rawValue.utf8)
        return "\(signer):\(nameSpace):\(identifier):\(Hexadecimal.text(element.item.encoded.bytes))"
    }
}
