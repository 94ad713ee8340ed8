import CodePictures
import Crypto
import Foundation
import HybridTransport
import Synchronization
import Testing

@Suite("The command line: a phone", .timeLimit(.minutes(5)))
struct PhoneTests {
    /// A sanitizer's own memory and system calls are more than a confined process is allowed.
    private static let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }

    @Test("A code is answered once its owner agrees, and the website verifies the answer")
    func shared() async throws {
        try await PhoneScene.during { scene in
            let shown = try scene.invitation()
            let phone = try scene.phone("--qr", shown.invitation.text)
            try await Self.expectShared(scene, shown, phone)
        }
    }

    @Test("A code is found in a picture, PNG or JPEG, and answered as its text is", .enabled(if: !isSanitized, "what reads pictures is confined"))
    func picture() async throws {
        try await PhoneScene.during { scene in
            for isPNG in [true, false] {
                let shown = try scene.invitation()
                let code = try #require(PaintedCode(shown.invitation.text, scale: 5, degrees: 9, dark: 30, light: 190, noise: 6))
                try scene.folder.write("photo", Data(isPNG ? code.png : code.jpeg))
                try await Self.expectShared(scene, shown, try scene.phone("--picture", "photo"))
            }
        }
    }

    @Test("A page's requests are alternatives: those that cannot be read are passed over, and with no other one there is no answer")
    func alternatives() async throws {
        try await PhoneScene.during { scene in
            let texts = [#"{"deviceRequest":7}"#, #"{"deviceRequest":"AA","encryptionInfo":"AA"}"#]
            let unreadable = texts.map { RemoteCredentialRequest.Entry(exchangeProtocol: "org-iso-mdoc", data: Array($0.utf8)) }
            let shown = try scene.invitation()
            let several = try RemoteCredentialRequest(origin: Exchange.origin, requests: unreadable + scene.request.requests + unreadable)
            try await Self.expectShared(scene, shown, try scene.phone("--qr", shown.invitation.text), asking: several)

            let second = try scene.invitation()
            let phone = try scene.phone("--qr", second.invitation.text)
            let none = try RemoteCredentialRequest(origin: Exchange.origin, requests: unreadable)
            #expect(try await scene.client.present(none, to: second) == .refused(.deviceAborted))
            let run = try await phone.ended()
            #expect(run.exitCode == 1 && run.output.contains("not answered: the request cannot be read"), "\(run.output)\(run.errors)")
        }
    }

    private static func expectShared(
        _ scene: PhoneScene, _ shown: ClientInvitation, _ phone: Tool.Started, asking request: RemoteCredentialRequest? = nil
    ) async throws {
        let answer = try await scene.client.present(request ?? scene.request, to: shown)
        let run = try await phone.ended()
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains(Exchange.origin) && run.output.contains("requested on the device whose code you scanned"))
        guard case .credential("org-iso-mdoc", let data) = answer else { Issue.record("the phone answered with \(answer)"); return }
        try scene.folder.write("response.json", Data(data))
        let verified = try scene.folder.mdoc(line: "verify --session session.json --response response.json --trust issuer/trust")
        #expect(verified.exitCode == 0 && verified.output.contains("Appleseed"), "\(verified.output)\(verified.errors)")
    }

    @Test("An owner who does not agree declines, and the browser hears that and no more")
    func declined() async throws {
        try await PhoneScene.during { scene in
            let shown = try scene.invitation()
            let phone = try scene.phone("--qr", shown.invitation.text, typing: "no")
            #expect(try await scene.client.present(scene.request, to: shown) == .refused(.userCancelled))
            let run = try await phone.ended()
            #expect(run.exitCode == 1 && run.output.contains("declined"), "\(run.output)\(run.errors)")
        }
    }

    @Test("Where a program reads what became of it, the owner is asked beside that")
    func askedAside() async throws {
        try await PhoneScene.during { scene in
            let shown = try scene.invitation()
            let phone = try scene.phone("--qr", shown.invitation.text, "--json")
            guard case .credential = try await scene.client.present(scene.request, to: shown) else { Issue.record("nothing was shared"); return }
            let run = try await phone.ended()
            #expect(try run.json()["answered"] as? Bool == true, "\(run.output)")
            #expect(run.errors.contains(Exchange.origin) && run.errors.contains("type yes to agree"), "\(run.errors)")
        }
    }

    @Test("An owner who has no such document is shown what is asked, and the browser hears of them what it hears of one who declines", arguments: [false, true])
    func noDocument(json: Bool) async throws {
        try await PhoneScene.during { scene in
            let request = try scene.request(for: "org.example.other/nothing")
            let shown = try scene.invitation()
            let code = shown.invitation.text
            let phone = try json ? scene.phone("--qr", code, "--json", "--yes") : scene.phone("--qr", code)
            #expect(try await scene.client.present(request, to: shown) == .refused(.userCancelled))
            let run = try await phone.ended()
            #expect(run.exitCode == 1, "\(run.output)\(run.errors)")
            let told = json ? ["\"presentation.noMatchingDocument\""] : ["press Return to decline", "not answered: no document here can answer"]
            for words in told { #expect(run.output.contains(words), "\(run.output)") }
        }
    }

    @Test("Texts that are no code, old codes and codes for something else are refused, each as what it is")
    func unfit() throws {
        let folder = try Exchange().folder
        func answer(_ arguments: String...) throws -> Tool.Run {
            try Tool.run(
                ["phone"] + arguments
                    + ["--document", "licence.mdoc", "--device-key", "device-key.pem", "--any-reader", "--tunnel", "1000", "--adverts-port", "20000"],
                in: folder)
        }
        func code(at moment: Int64 = 0, for hint: InvitationHint = .presentation) throws -> String {
            try HybridInvitation(
                identity: P256.KeyAgreement.PrivateKey().publicKey, secret: [UInt8](repeating: 7, count: 16),
                issuedAt: PhoneScene.now.advanced(bySeconds: moment), hint: hint
            ).text
        }
        expectUnusable(try answer("--qr", "FIDO:/12"), "hybrid.qr:")
        expectUnusable(try answer("--qr", "https://rentals.example"), "hybrid.qr:")
        expectUnusable(try answer("--qr", try code(at: -3600)), "hybrid.qr-stale")
        expectUnusable(try answer("--qr", try code(at: 3600)), "hybrid.qr-stale")
        for hint in [InvitationHint.assertion, .registration, .issuance] {
            expectUnusable(try answer("--qr", try code(for: hint)), "hybrid.qr-purpose")
        }
        expectUnusable(try answer("--picture", "nowhere.png"), "nowhere.png", "--picture")
        // One way to a request, and one only.
        for arguments in [[], ["--qr", "FIDO:/12", "--picture", "a.png"], ["--qr", "FIDO:/12", "--wait", "--links", "links"], ["--wait"]] {
            let run = try Tool.run(
                ["phone"] + arguments + ["--document", "licence.mdoc", "--device-key", "device-key.pem", "--any-reader", "--tunnel", "1000"],
                in: folder)
            #expect(run.exitCode == 2 && run.errors.contains("--qr"), "\(run.errors)")
        }
    }

    @Test("Of a service that is not to be had it is said why, in words of ours, and which options to look at")
    func noService() throws {
        let folder = try Exchange().folder
        func wait(_ more: String...) throws -> Tool.Run {
            try Tool.run(
                ["phone", "--wait", "--links", "links", "--document", "licence.mdoc", "--device-key", "device-key.pem", "--any-reader"]
                    + ["--tunnel", "1000", "--adverts-port", "20000", "--tunnel-address", "127.0.0.1:1"] + more, in: folder)
        }
        let options = "; check --tunnel, --tunnel-address and --tunnel-root, then start waiting again"
        // Nobody listens at this port.
        expectUnusable(try wait(), "hybrid.tunnel: ", "cannot be reached: connection refused at 127.0.0.1:1" + options)
        for root in ["nowhere.pem", "device-key.pem"] { expectUnusable(try wait("--tunnel-root", root), "cannot be read", "in PEM" + options) }
    }

    @Test("A folder of links that is not there is not made by asking for its links")
    func noLinks() throws {
        let folder = try Folder()
        expectUnusable(try folder.mdoc("phone-links", "links"), "no such folder", "links")
        expectUnusable(try folder.mdoc("phone-links", "links", "--remove", "0000000000000000"), "no such folder", "links")
        #expect(!folder.exists("links"))
    }

    @Test("A picture without a code, and a file that is none, are refused", .enabled(if: !isSanitized, "what reads pictures is confined"))
    func noCode() throws {
        let folder = try Exchange().folder
        func answer(_ file: [UInt8]) throws -> Tool.Run {
            try folder.write("photo", Data(file))
            return try folder.mdoc(
                line: "phone --picture photo --document licence.mdoc --device-key device-key.pem --any-reader --tunnel 1000 --adverts-port 20000")
        }
        expectUnusable(try answer(try #require(PaintedCode("https://rentals.example")).png), "no code of another device", "photo")
        expectUnusable(try answer(Array("GIF89a".utf8)), "no PNG or JPEG", "photo")
    }

    @Test("A browser that was linked is waited for without a code, listed, and a stranger once it is removed")
    func linked() async throws {
        try await PhoneScene.during { scene in
            let shown = try scene.invitation(supportsLinking: true)
            let first = try scene.phone("--qr", shown.invitation.text, "--links", "links", "--name", "Kelly's phone")
            let told = Mutex<LinkedAuthenticator?>(nil)
            _ = try await scene.client.present(
                scene.request, to: shown,
                linking: { outcome in told.withLock { $0 = try? outcome.get() } })
            let linking = try await first.ended()
            let kept = told.withLock { $0 }
            let device = try #require(kept)
            #expect(device.name == "Kelly's phone")
            #expect(linking.exitCode == 0 && linking.errors.contains("linked as \(device.identifier)"), "\(linking.errors)")
            let listed = try scene.folder.mdoc("phone-links", "links")
            #expect(listed.exitCode == 0 && listed.output.hasPrefix("\(device.identifier)  since "), "\(listed.output)")

            let second = try scene.phone("--wait", "--links", "links")
            guard case .credential = try await Self.ask(device, scene) else { Issue.record("the linked phone does not answer"); return }
            let waited = try await second.ended()
            #expect(waited.exitCode == 0 && waited.errors.contains("A linked device asks for a document"), "\(waited.errors)")
            // No code was scanned this time.
            #expect(waited.output.contains("requested on a linked device") && !waited.output.contains("scanned"), "\(waited.output)")

            expectUnusable(try scene.folder.mdoc("phone-links", "links", "--remove", "0000000000000000"), "hybrid.link", "0000000000000000")
            let removed = try scene.folder.mdoc("phone-links", "links", "--remove", "\(device.identifier)")
            #expect(removed.exitCode == 0 && removed.output.isEmpty, "\(removed.errors)")
            let emptied = try scene.folder.mdoc("phone-links", "links")
            #expect(emptied.exitCode == 0 && emptied.output.isEmpty && emptied.errors == "no device is linked\n", "\(emptied.output)")

            let third = try scene.phone("--wait", "--links", "links")
            await #expect(throws: HybridError(.closed, "")) { try await Self.ask(device, scene) }
            #expect(third.isRunning)
        }
    }

    /// Asks as soon as the phone waits.
    private static func ask(_ device: LinkedAuthenticator, _ scene: PhoneScene) async throws -> RemoteCredentialResponse {
        while true {
            do throws(HybridError) { return try await scene.client.present(scene.request, to: device) } catch {
                guard error.code == .tunnel else { throw error }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}
