import Foundation
import IdentityElements
import Testing
import VerifyWithWallet

@Suite("Asking the wallet from an app")
struct ControllerTests {
    private func licence(_ elements: IdentityElement..., intent: IntentToStore = .willNotStore) -> DriversLicenseDescriptor {
        var descriptor = DriversLicenseDescriptor()
        descriptor.addElements(elements, intentToStore: intent)
        return descriptor
    }

    private func request(_ descriptor: some IdentityDocumentDescriptor, nonce: [UInt8] = [1]) -> IdentityRequest {
        IdentityRequest(descriptor: descriptor, merchantIdentifier: "merchant.example", nonce: nonce, usageDescription: "To rent a spaceship.")
    }

    @Test("A request reaches the wallet in elements, with merchant, nonce, purpose and how long each is kept; the answer comes back sealed")
    func walk() async throws {
        let wallet = WalletDouble()
        var descriptor = licence(.issuingAuthority, intent: .mayStore(days: 30))
        descriptor.addElements([.portrait], intentToStore: .mayStoreIndefinitely)
        descriptor.addElements([try .age(atLeast: 21)], intentToStore: .willNotStore)
        let document = try await IdentityAuthorizationController(wallet: wallet).requestDocument(request(descriptor, nonce: [7, 7]))
        #expect(document.encryptedData == [1, 2, 3])
        #expect("\(document)" == "identity document of 3 bytes")
        let asked = try #require(wallet.asked.first)
        #expect(asked.merchantIdentifier == "merchant.example" && asked.nonce == [7, 7] && asked.usageDescription == "To rent a spaceship.")
        let elements = try #require(asked.alternatives.first).elements
        #expect(
            elements.map(\.name.identifier) == [
                "issuing_authority", "issuing_jurisdiction", "issuing_country", "un_distinguishing_sign", "portrait", "age_over_21",
            ])
        #expect(elements.map(\.intentToStore) == Array(repeating: .mayStore(days: 30), count: 4) + [.mayStoreIndefinitely, .willNotStore])
    }

    @Test("The age stands in for a threshold only where the app says so; the wallet hears that, and the person is shown it")
    func ageFallback() async throws {
        let wallet = WalletDouble()
        var descriptor = licence(.portrait, try .age(atLeast: 21))
        _ = try await IdentityAuthorizationController(wallet: wallet).requestDocument(request(descriptor))
        descriptor.ageFallback = .age
        _ = try await IdentityAuthorizationController(wallet: wallet).requestDocument(request(AnyOfDescriptor(descriptors: [descriptor])))
        let asked = wallet.asked.compactMap(\.alternatives.first)
        #expect(asked.map(\.ageFallback) == [.nothing, .age])
        #expect(asked.map { $0.elements.map { $0.substitutes.map(\.identifier) } } == [[[], []], [[], ["age_in_years"]]])
        #expect(await error(request(licence(try .age(atLeast: 100))), from: wallet) == .noElementsRequested, "the exact age is not asked for instead")
        descriptor.addElements([try .age(atLeast: 100)], intentToStore: .willNotStore)
        #expect(await error(request(descriptor), from: wallet) == .invalidElement)
    }

    @Test("Where two words bring one element, the longer intent is shown")
    func longerIntent() async throws {
        let wallet = WalletDouble(documents: ["org.iso.23220.1.jp.mnc"])
        var descriptor = NationalIDCardDescriptor(region: "JP")
        descriptor.addElements([.givenName], intentToStore: .willNotStore)
        descriptor.addElements([.familyName], intentToStore: .mayStore(days: 3))
        _ = try await IdentityAuthorizationController(wallet: wallet).requestDocument(request(descriptor))
        #expect(wallet.asked.first?.alternatives.first?.elements.map(\.intentToStore) == [.mayStore(days: 3)])
    }

    @Test("What an app says of a My Number reaches the wallet as it is, which refuses to have it kept")
    func restricted() async throws {
        let wallet = WalletDouble(documents: ["org.iso.23220.1.jp.mnc"])
        var descriptor = NationalIDCardDescriptor(region: "JP")
        descriptor.addElements([.documentNumber, .portrait], intentToStore: .mayStoreIndefinitely)
        _ = try await IdentityAuthorizationController(wallet: wallet).requestDocument(request(descriptor))
        let elements = try #require(wallet.asked.first?.alternatives.first).elements
        #expect(elements.map(\.name.identifier) == ["individual_number_unicode", "portrait"])
        #expect(elements.map(\.intentToStore) == [.mayStoreIndefinitely, .mayStoreIndefinitely])
    }

    private static let holdings: [(Set<String>, Bool, Bool)] = [
        (["org.iso.18013.5.1.mDL"], true, true), (["org.iso.23220.photoid.1"], false, true), ([], false, false),
    ]

    @Test("A request makes sense when there is a document for it: for one of several kinds, and for none", arguments: holdings)
    func availability(documents: Set<String>, licence canLicence: Bool, any canAny: Bool) async {
        let controller = IdentityAuthorizationController(wallet: WalletDouble(documents: documents))
        var photo = PhotoIDDescriptor()
        photo.addElements([.portrait], intentToStore: .willNotStore)
        #expect(await controller.canRequestDocument(licence(.portrait)) == canLicence)
        #expect(await controller.canRequestDocument(AnyOfDescriptor(descriptors: [licence(.portrait), photo])) == canAny)
        #expect(await !controller.canRequestDocument(DriversLicenseDescriptor()))
    }

    @Test("Of several kinds one that cannot answer is left out, and the others are asked for")
    func anyOf() async throws {
        let wallet = WalletDouble(documents: ["org.iso.23220.photoid.1"])
        var any = AnyOfDescriptor(descriptors: [DriversLicenseDescriptor(), AnyOfDescriptor(descriptors: [PhotoIDDescriptor()])])
        any.addElements([.height], intentToStore: .willNotStore)
        #expect(any.elements == [.height] && any.intentToStore(element: .height) == .willNotStore)
        _ = try await IdentityAuthorizationController(wallet: wallet).requestDocument(request(any))
        #expect(wallet.asked.first?.alternatives.map(\.docType) == ["org.iso.18013.5.1.mDL"])
        any.addElements([.portrait], intentToStore: .willNotStore)
        _ = try await IdentityAuthorizationController(wallet: wallet).requestDocument(request(any))
        #expect(
            wallet.asked.last?.alternatives.map(\.docType) == ["org.iso.18013.5.1.mDL", "org.iso.23220.photoID.1", "org.iso.23220.photoid.1"])
    }

    // MARK: Errors, one each

    private func error(_ request: IdentityRequest, from wallet: WalletDouble = WalletDouble()) async -> IdentityError? {
        do {
            _ = try await IdentityAuthorizationController(wallet: wallet).requestDocument(request)
            return nil
        } catch { return error }
    }

    @Test("What cannot be asked is refused before the wallet hears of it")
    func invalid() async throws {
        let wallet = WalletDouble()
        #expect(await error(request(licence(.portrait), nonce: []), from: wallet) == .invalidNonce)
        #expect(await error(request(licence(.portrait), nonce: Array(repeating: 1, count: 65)), from: wallet) == .invalidNonce)
        #expect(await error(request(DriversLicenseDescriptor()), from: wallet) == .noElementsRequested)
        #expect(await error(request(licence(IdentityElement("shoe-size"))), from: wallet) == .noElementsRequested)
        #expect(await error(request(licence(.age, try .age(atLeast: 18))), from: wallet) == .invalidElement)
        var card = NationalIDCardDescriptor()
        card.addElements([.portrait], intentToStore: .willNotStore)
        #expect(await error(request(card), from: wallet) == .regionNotSupported)
        var unheardOf = DocumentDescriptor(kind: "library-card")
        unheardOf.addElements([.portrait], intentToStore: .willNotStore)
        #expect(await error(request(unheardOf), from: wallet) == .regionNotSupported)
        #expect(IdentityError.regionNotSupported.description.contains("add its table"), "a region would not help")
        // Beside a kind that could answer, too.
        let ages = licence(.age, try .age(atLeast: 18))
        for (invalid, expected) in [(card, .regionNotSupported), (ages, .invalidElement)] as [(any IdentityDocumentDescriptor, IdentityError)] {
            for kinds in [[licence(.portrait), invalid], [invalid, licence(.portrait)]] as [[any IdentityDocumentDescriptor]] {
                #expect(await error(request(AnyOfDescriptor(descriptors: kinds)), from: wallet) == expected)
            }
        }
        #expect(wallet.asked.isEmpty)
    }

    @Test("What the wallet says is told as it is", arguments: [IdentityError.unknown, .notSupported, .cancelled, .networkUnavailable, .invalidElement])
    func told(failure: IdentityError) async {
        #expect(await error(request(licence(.portrait)), from: WalletDouble(outcome: .failure(failure))) == failure)
    }

    @Test("The errors have the numbers 0 to 8")
    func numbers() { #expect(IdentityError.allCases.map(\.rawValue) == Array(0...8)) }

    @Test("One request at a time; taking it back ends it as cancelled, and then there may be another")
    func oneAtATime() async throws {
        let wallet = WalletDouble(outcome: nil)
        let controller = IdentityAuthorizationController(wallet: wallet)
        let request = request(licence(.portrait))
        let first = Task { try await controller.requestDocument(request) }
        while wallet.asked.isEmpty { await Task.yield() }
        await #expect(throws: IdentityError.requestAlreadyInProgress) { try await controller.requestDocument(request) }
        await controller.cancelRequest()
        await #expect(throws: IdentityError.cancelled) { _ = try await first.value }
        #expect(wallet.cancelled == wallet.asked.map(\.identifier))
        await controller.cancelRequest()
        #expect(wallet.cancelled.count == 1, "there is nothing to take back")
    }

    @Test("A cancelled task takes its own request back and no later one; cancelled before it asks, it does not ask")
    func cancelledTask() async throws {
        let wallet = WalletDouble(outcome: nil)
        let controller = IdentityAuthorizationController(wallet: wallet)
        let request = request(licence(.portrait))
        let early = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await controller.requestDocument(request)
        }
        early.cancel()
        await #expect(throws: IdentityError.cancelled) { _ = try await early.value }
        #expect(wallet.asked.isEmpty && wallet.cancelled.isEmpty)

        let first = Task { try await controller.requestDocument(request) }
        while wallet.asked.isEmpty { await Task.yield() }
        first.cancel()
        await #expect(throws: IdentityError.cancelled) { _ = try await first.value }
        let second = Task { try await controller.requestDocument(request) }
        while wallet.asked.count < 2 { await Task.yield() }
        first.cancel()
        #expect(wallet.cancelled == [wallet.asked[0].identifier])
        await controller.cancelRequest()
        await #expect(throws: IdentityError.cancelled) { _ = try await second.value }
        #expect(wallet.cancelled == wallet.asked.map(\.identifier))
    }

    // MARK: What is not in it

    @Test("Neither the kit nor what it stands on can decrypt or verify: no such symbol, and no module that has one")
    func noVerifier() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        for module in ["VerifyWithWallet", "IdentityElements"] {
            let folder = root.appendingPathComponent("Sources/\(module)")
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)).compactMap { $0 as? URL }
            let swift = files.filter { $0.pathExtension == "swift" }
            #expect(swift.count > 10)
            for file in swift {
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                for line in lines where line.contains("import ") && !line.hasPrefix("///") {
                    let imported = line.split(separator: " ").last.map(String.init) ?? ""
                    #expect(["IdentityElements", "BrokerMessages", "LocalSockets", "Foundation", "FoundationEssentials"].contains(imported), "\(file.lastPathComponent): \(line)")
                }
                for line in lines where line.contains("public ") && !line.contains("///") {
                    #expect(line.firstMatch(of: /\b(func|var|init|struct|class|enum)\b.*(?i)(decrypt|verif[iy]|unseal|privateKey)/) == nil || line.contains("UserVerification") || line.contains("userVerification"), "\(file.lastPathComponent): \(line)")
                }
            }
        }
    }
}
