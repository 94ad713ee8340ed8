import Foundation
import IdentityElements
import VerifyWithWallet

/// An app that asks its person's wallet for what its arguments say, and prints what happens to it:
///
///     test-app may|ask [--grant FILE] [--certificate FILE] [--merchant NAME] [--nonce HEX] [--tables FILE] [--locale TAG] [--purpose TEXT]
///         [--cancel-at-window] [--kind KIND] [--region REGION] [--age-fallback] [--word WORD[:DAYS|:forever]]...
///     test-app frames [--over DESCRIPTOR] FILE|--rename FROM TO... [--become PROGRAM FILE...]
///
/// A second `--kind` begins another document any of which will do. `frames` sends files as they are, and may
/// rename others, or become another program, in between.
@main
struct TestApp {
    private let options: Options

    static func main() async {
        if let frames = HandmadeFrames(CommandLine.arguments.dropFirst()) { return frames.run() }
        guard let options = try? Options(CommandLine.arguments.dropFirst()) else { exit(64) }
        await TestApp(options: options).run()
    }

    private func run() async {
        let cancelling = CancellableRequest()
        let wallet = LocalWallet(
            grant: options.grant, merchantCertificate: options.certificate, locale: options.locale,
            openWindow: { address in
                Self.say("window \(address)")
                if options.cancelsAtWindow { await cancelling.cancel() }
            }, explain: { Self.say("code \($0)") })
        let controller = IdentityAuthorizationController(wallet: wallet, tables: options.tables)
        let descriptor = AnyOfDescriptor(descriptors: options.descriptors)
        guard options.asks else { return Self.say("may \(await controller.canRequestDocument(descriptor))") }
        let request = IdentityRequest(
            descriptor: descriptor, merchantIdentifier: options.merchant, nonce: options.nonce, usageDescription: options.purpose)
        await cancelling.hold { await controller.cancelRequest() }
        do {
            let document = try await controller.requestDocument(request)
            Self.say("omitted \(document.omittedElements.map(\.word).joined(separator: ","))")
            Self.say("answer \(Data(document.encryptedData).base64EncodedString())")
        } catch { Self.say("error \(error.rawValue)") }
    }

    /// Prints a line, at once.
    static func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
}

/// The way to take the open request back.
actor CancellableRequest {
    private var way: (@Sendable () async -> Void)?

    func hold(_ way: @escaping @Sendable () async -> Void) { self.way = way }

    func cancel() async { await way?() }
}
