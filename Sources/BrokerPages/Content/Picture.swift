import Foundation

/// A picture within a page.
enum Picture {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The address of a PNG; nil without one.
    static func address(_ bytes: [UInt8]?) -> String? {
        guard let bytes, bytes.starts(with: signature) else { return nil }
        return "data:image/png;base64," + Data(bytes).base64EncodedString()
    }

    /// What stands in place of a missing picture.
    static func initial(_ name: String) -> String { String(name.prefix(1)).uppercased() }
}
