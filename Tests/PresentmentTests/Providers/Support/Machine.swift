import DocumentProvider
import Foundation
import ProviderDocuments
import Testing

/// A machine with device keys of one kind.
struct Machine: Sendable {
    enum Kind: String, Sendable, CaseIterable, CustomTestStringConvertible {
        case software
        case token

        var testDescription: String { rawValue }

        /// Those that can be tried here.
        static let available = allCases.filter { $0 == .software || SoftToken.labels != nil }
    }

    let folder: TemporaryFolder
    let keys: any DeviceKeyStore

    /// - Parameter other: whether it is another machine than the first.
    init(_ kind: Kind, other: Bool = false) throws {
        folder = try TemporaryFolder()
        keys =
            switch kind {
            case .software: try SoftwareDeviceKeys(folder: folder.path + "/keys")
            case .token:
                // Several machines of the tests have one token.
                try Self.token((SoftToken.labels ?? [])[other ? 1 : 0])
            }
    }

    private static func token(_ label: String) throws -> any DeviceKeyStore {
        try SoftToken.keys(of: label, folder: SoftToken.state(of: label))
    }

    /// A label that no other test uses.
    static func label() -> String { "key-" + UUID().uuidString.lowercased() }
}
