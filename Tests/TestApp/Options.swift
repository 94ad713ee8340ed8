import Foundation
import IdentityElements
import VerifyWithWallet

/// What the arguments say.
struct Options {
    private struct Unknown: Error {}

    private(set) var asks = false
    private(set) var grant = ""
    private(set) var certificate: [UInt8] = []
    private(set) var merchant = ""
    private(set) var nonce: [UInt8] = Array(repeating: 7, count: 32)
    private(set) var tables = ElementTables.builtIn
    private(set) var locale: String?
    private(set) var purpose = "To dock your ship."
    private(set) var cancelsAtWindow = false
    private(set) var descriptors: [any IdentityDocumentDescriptor] = []
    private var region: String?

    init(_ arguments: ArraySlice<String>) throws {
        var rest = arguments
        switch rest.popFirst() {
        case "ask": asks = true
        case "may": break
        default: throw Unknown()
        }
        func file() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: rest.popFirst() ?? "")) }
        while let option = rest.popFirst() {
            switch option {
            case "--grant": grant = String(decoding: try file(), as: UTF8.self)
            case "--certificate": certificate = Array(try file())
            case "--merchant": merchant = rest.popFirst() ?? ""
            case "--nonce": nonce = Array((rest.popFirst() ?? "").utf8)
            case "--tables": tables = try ElementTables.builtIn.adding(String(decoding: try file(), as: UTF8.self))
            case "--locale": locale = rest.popFirst()
            case "--purpose": purpose = rest.popFirst() ?? ""
            case "--cancel-at-window": cancelsAtWindow = true
            case "--region": region = rest.popFirst()
            case "--kind": descriptors.append(try descriptor(rest.popFirst()))
            case "--age-fallback": try change { $0.ageFallback = .age }
            case "--word":
                let (element, intent) = try Self.word(rest.popFirst() ?? "")
                try change { $0.addElements([element], intentToStore: intent) }
            default: throw Unknown()
            }
        }
    }

    private mutating func change(_ change: (inout any IdentityDocumentDescriptor) -> Void) throws {
        guard let last = descriptors.indices.last else { throw Unknown() }
        change(&descriptors[last])
    }

    private func descriptor(_ kind: String?) throws -> any IdentityDocumentDescriptor {
        switch kind {
        case "drivers-license": DriversLicenseDescriptor()
        case "photo-id": PhotoIDDescriptor()
        case "national-id-card": NationalIDCardDescriptor(region: region)
        case let kind?: DocumentDescriptor(kind: kind, region: region)
        default: throw Unknown()
        }
    }

    private static func word(_ text: String) throws -> (IdentityElement, IntentToStore) {
        let parts = text.split(separator: ":").map(String.init)
        guard let word = parts.first else { throw Unknown() }
        let intent: IntentToStore =
            switch parts.dropFirst().first {
            case nil: .willNotStore
            case "forever": .mayStoreIndefinitely
            case let days?: .mayStore(days: Int(days) ?? 0)
            }
        let threshold = word.hasPrefix("age-at-least-") ? Int(word.dropFirst("age-at-least-".count)) : nil
        return (try threshold.map { try .age(atLeast: $0) } ?? IdentityElement(word), intent)
    }
}
