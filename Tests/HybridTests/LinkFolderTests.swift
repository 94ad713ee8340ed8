import Crypto
import Foundation
import HybridTransport
import HybridTunnel
import OwnerOnlyFiles
import Synchronization
import Testing

@Suite("Links in a folder")
struct LinkFolderTests {
    private func during(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    @Test("Links are kept until they are removed, each in a file of its owner's alone")
    func kept() async throws {
        try await during { path in
            let folder = try LinkFolder<LinkedClient>(path)
            #expect(try folder.all().isEmpty)
            let links = [LinkedClient(since: Meeting.now), LinkedClient(since: Meeting.now)]
            for link in links { try folder.add(link) }
            let again = try LinkFolder<LinkedClient>(path)
            #expect(try Set(again.all().map(\.encoded)) == Set(links.map(\.encoded)))
            #expect(try again[links[0].identifier]?.encoded == links[0].encoded)
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                let mode = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
                #expect(mode == 0o600)
            }
            #expect(try again.remove(links[0].identifier))
            #expect(try !folder.remove(links[0].identifier))
            #expect(try folder[links[0].identifier] == nil)
            #expect(try folder.all().map(\.encoded) == [links[1].encoded])
        }
    }

    @Test("What a write left that was ended half way goes with the next change, and nothing else does")
    func drafts() async throws {
        try await during { path in
            let folder = try LinkFolder<LinkedClient>(path)
            let links = [LinkedClient(since: Meeting.now), LinkedClient(since: Meeting.now)]
            let files = links.map { "\($0.identifier).link" }
            func names() throws -> Set<String> { try Set(FileManager.default.contentsOfDirectory(atPath: path)) }
            for link in links { try folder.add(link) }
            func leave() throws {
                let draft = "\(files[1]).1234\(OwnerOnlyFile.draftEnding)"
                try FileManager.default.copyItem(atPath: "\(path)/\(files[1])", toPath: "\(path)/\(draft)")
                #expect(try names().contains(draft))
            }
            try leave()
            #expect(try folder.remove(links[0].identifier))
            #expect(try names() == [files[1]])
            try leave()
            _ = try folder.contact()
            #expect(try names() == [files[1], "contact"])
        }
    }

    @Test("A device waits with one secret, which it keeps")
    func contact() async throws {
        try await during { path in
            let first = try LinkFolder<LinkedClient>(path).contact()
            #expect(try LinkFolder<LinkedClient>(path).contact().identifier == first.identifier)
            #expect(try LinkFolder<LinkedClient>(path).all().isEmpty)
            try Data([1]).write(to: URL(fileURLWithPath: "\(path)/contact"))
            #expect(throws: HybridError(.link, "")) { try LinkFolder<LinkedClient>(path).contact() }
        }
    }

    /// A link that a device gives, which may say of itself what it likes.
    private func given(
        contact: ContactSecret = ContactSecret(), link: LinkIdentifier = LinkIdentifier(), identity: P256.KeyAgreement.PrivateKey = .init()
    ) throws -> LinkedAuthenticator {
        let (client, hash) = (P256.KeyAgreement.PrivateKey(), [UInt8](repeating: 7, count: 32))
        let information = try LinkingInformation(
            contact: contact.identifier.bytes, link: link.bytes, secret: [UInt8](repeating: 1, count: 32), identity: identity, name: "Kelly's phone",
            client: client.publicKey, hash: hash)
        return try LinkedAuthenticator(information, identity: client, hash: hash, domain: try TunnelDomain(1000))
    }

    @Test("A device that names another one's link is not linked, and one that names another one's contact takes no link away")
    func foreign() async throws {
        try await during { path in
            let folder = try LinkFolder<LinkedAuthenticator>(path)
            let (contact, identity) = (ContactSecret(), P256.KeyAgreement.PrivateKey())
            let genuine = try given(contact: contact, identity: identity)
            try folder.take(genuine)
            let impostor = try given(contact: contact, link: genuine.identifier)
            #expect(throws: HybridError(.link, "")) { try folder.take(impostor) }
            #expect(try folder.all().map(\.encoded) == [genuine.encoded])
            let other = try given(contact: contact)
            try folder.take(other)
            #expect(try folder[genuine.identifier]?.encoded == genuine.encoded)
            // The same device may say more of itself.
            let again = try given(link: genuine.identifier, identity: identity)
            try folder.take(again)
            #expect(try folder[genuine.identifier]?.encoded == again.encoded)
        }
    }

    @Test("A device that is linked a second time takes the place of its first link once it has answered; another device does not")
    func linkedAgain() async throws {
        try await during { path in
            let folder = try LinkFolder<LinkedAuthenticator>(path)
            let first = try await LinkedPair.link(), other = try await LinkedPair.link()
            let again = try await LinkedPair.link(contact: first.contact)
            for device in [first.device, other.device, again.device] { try folder.take(device) }
            #expect(try Set(folder.all().map(\.identifier)) == [first.device.identifier, other.device.identifier, again.device.identifier])
            try folder.confirm(again.device)
            #expect(try Set(folder.all().map(\.identifier)) == [other.device.identifier, again.device.identifier])
            // Its first link is removed by now.
            try folder.confirm(first.device)
            #expect(try Set(folder.all().map(\.identifier)) == [other.device.identifier, again.device.identifier])
            // The link over which it answers stays, though another is newer.
            try folder.take(first.device)
            try folder.confirm(again.device)
            #expect(try Set(folder.all().map(\.identifier)) == [other.device.identifier, again.device.identifier])
        }
    }

    @Test("A device takes room for each of its links until it answers over one")
    func room() async throws {
        try await during { path in
            let folder = try LinkFolder<LinkedAuthenticator>(path)
            let contact = ContactSecret()
            let links = try (0..<64).map { _ in try given(contact: contact) }
            for link in links { try folder.take(link) }
            #expect(throws: HybridError(.full, "")) { try folder.checkRoom() }
            try folder.confirm(links[5])
            #expect(try folder.all().map(\.identifier) == [links[5].identifier])
            try folder.checkRoom()
        }
    }

    @Test("A link that cannot be read any more is no link to another device: the device can be linked again in its place")
    func damaged() async throws {
        try await during { path in
            let folder = try LinkFolder<LinkedAuthenticator>(path)
            let link = try given()
            #expect(
                FileManager.default.createFile(
                    atPath: "\(path)/\(link.identifier).link", contents: Data([1]), attributes: [.posixPermissions: 0o600]))
            try folder.take(link)
            #expect(try folder[link.identifier]?.encoded == link.encoded)
        }
    }

    @Test("A folder takes 64 links, and then only one that it has")
    func full() async throws {
        try await during { path in
            let folder = try LinkFolder<LinkedAuthenticator>(path)
            let first = try await LinkedPair.link()
            try folder.add(first.device)
            for _ in 1..<64 { try folder.add(try await LinkedPair.link().device) }
            let other = try await LinkedPair.link()
            #expect(throws: HybridError(.full, "")) { try folder.checkRoom() }
            #expect(throws: HybridError(.full, "")) { try folder.add(other.device) }
            #expect(throws: HybridError(.full, "")) { try folder.take(other.device) }
            try folder.add(first.device)
            try folder.take(first.device)
            #expect(try folder.all().count == 64)
        }
    }

    @Test("Of many that come at once a folder takes no more than there is room for, and all wait with one secret")
    func atOnce() async throws {
        try await during { path in
            let folder = try LinkFolder<LinkedClient>(path)
            for _ in 0..<63 { try folder.add(LinkedClient(since: Meeting.now)) }
            try folder.checkRoom()
            let kept = Mutex(0), contacts = Mutex<Set<ContactIdentifier>>([])
            DispatchQueue.concurrentPerform(iterations: 16) { _ in
                if (try? folder.add(LinkedClient(since: Meeting.now))) != nil { kept.withLock { $0 += 1 } }
            }
            DispatchQueue.concurrentPerform(iterations: 16) { _ in
                if let contact = try? folder.contact() { contacts.withLock { _ = $0.insert(contact.identifier) } }
            }
            #expect(kept.withLock { $0 } == 1 && contacts.withLock { $0.count } == 1)
            #expect(try folder.all().count == 64)
        }
    }

    @Test("A folder or file that others can reach, a link to elsewhere, and a damaged file are refused")
    func exposed() async throws {
        try await during { path in
            let folder = try LinkFolder<LinkedClient>(path)
            let link = LinkedClient(since: Meeting.now)
            try folder.add(link)
            let file = "\(path)/\(link.identifier).link"
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            #expect(throws: HybridError(.link, "")) { try folder[link.identifier] }
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/dev/null")
            #expect(throws: HybridError(.link, "")) { try folder[link.identifier] }
            try FileManager.default.removeItem(atPath: file)
            for content in [Data(), Data(repeating: 0xa0, count: 5000)] {
                #expect(FileManager.default.createFile(atPath: file, contents: content, attributes: [.posixPermissions: 0o600]))
                #expect(throws: HybridError(.link, "")) { try folder[link.identifier] }
                // It hides no other one, and can be removed.
                let other = LinkedClient(since: Meeting.now)
                try folder.add(other)
                #expect(try folder.all().map(\.identifier) == [other.identifier])
                #expect(try folder.unreadable().map(\.identifier) == [link.identifier])
                #expect(try folder.remove(other.identifier))
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            #expect(throws: HybridError(.link, "")) { try LinkFolder<LinkedClient>(path) }
        }
    }

    @Test("Both sides keep their links; removed on either, the devices are strangers")
    func revoked() async throws {
        try await during { path in
            let phone = try LinkFolder<LinkedClient>(path)
            let broker = try LinkFolder<LinkedAuthenticator>(path + "-broker")
            defer { try? FileManager.default.removeItem(atPath: path + "-broker") }
            let pair = try await LinkedPair.link(contact: phone.contact())
            try phone.add(pair.link)
            try broker.add(pair.device)
            let authenticator = HybridAuthenticator(
                tunnels: pair.tunnels, adverts: pair.adverts, domain: pair.device.domain, limits: HybridLimits(pause: .milliseconds(1)))
            let contact = try phone.contact()
            func wait() -> Task<RemoteCredentialResponse, any Error> {
                Task { try await authenticator.answer(linkedTo: contact, link: { try? phone[$0] }) { _ in Meeting.credential } }
            }
            var waiting = wait()
            let kept = try #require(try broker.all().first)
            #expect(try await pair.ask(kept) == Meeting.credential)
            #expect(try await waiting.value == Meeting.credential)
            try phone.remove(pair.link.identifier)
            waiting = wait()
            #expect(await Outcome.of { try await pair.ask() } == .closed)
            waiting.cancel()
            _ = await waiting.result
            try broker.remove(pair.device.identifier)
            #expect(try broker.all().isEmpty)
        }
    }
}
