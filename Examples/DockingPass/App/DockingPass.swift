import ArgumentParser
import DesktopBrowsers
import Foundation
import VerifyWithWallet

/// `docking-pass`: the app. It links no verifier and has no key: what the wallet gives goes to the office as it is.
@main
struct DockingPass: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docking-pass", abstract: "Ask for a berth: the harbour has to know that you are of age, and what you look like.",
        discussion: """
            Example: docking-pass --office http://127.0.0.1:8470 --grant docking-pass.grant --certificate merchant.pem

            With --window it asks in a window of the browser, at the press of a button, until it is ended (Ctrl-C).
            """)

    @Option(help: ArgumentHelp("The harbour office.", valueName: "url"))
    var office = "http://127.0.0.1:8470"

    @Option(help: ArgumentHelp("What the registrar has granted to this very program.", valueName: "file"))
    var grant: String

    @Option(help: ArgumentHelp("The office's encryption certificate (PEM), by the same registrar.", valueName: "file"))
    var certificate: String

    @Flag(help: "Open a window with a button, instead of asking on this terminal.")
    var window = false

    func run() async throws {
        guard let token = try? String(contentsOfFile: grant, encoding: .utf8), let text = try? String(contentsOfFile: certificate, encoding: .utf8),
            let merchant = Data(base64Encoded: text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined())
        else { throw ValidationError("the grant or the certificate cannot be read") }
        let refusal = WalletRefusal()
        let opens = window
        let wallet = LocalWallet(
            grant: token.trimmingCharacters(in: .whitespacesAndNewlines), merchantCertificate: Array(merchant),
            openWindow: { Self.show("Decide at", $0, opening: opens) },
            explain: { code in
                refusal.note(code)
                Self.say("The wallet says: \(code)")
            })
        let desk = try BerthDesk(office: HarbourOffice(address: office), refusal: refusal, wallet: wallet)
        if window {
            try await AppWindow(desk: desk).serve { Self.show("Docking Pass is at", $0, opening: true) }
        } else {
            await Self.ask(desk)
        }
    }

    private static func ask(_ desk: BerthDesk) async {
        let words = Wording.english
        let outcome = if let obstacle = await desk.obstacle() { Outcome(kind: obstacle) } else { await desk.ask(for: words.usageDescription) }
        let told = words.told(outcome.kind)
        say(told.title.replacingOccurrences(of: "%", with: outcome.berth.map { "\($0)" } ?? ""))
        say(told.next)
    }

    /// Says where something is to be seen, and opens it in the person's browser. The app's page could not open the wallet's window: the wallet
    /// lets in nobody who comes from another page.
    private static func show(_ words: String, _ address: String, opening: Bool) {
        say("\(words) \(address)")
        if opening { DesktopBrowser.open(address) }
    }

    /// Prints a line at once, also where nobody sits at the terminal.
    private static func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
}
