public import Foundation

/// A picture.
public struct Image: View, PrimitiveView {
    private enum Format: String {
        case png
        case jpeg

        init?(_ data: Data) {
            if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if data.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else {
                return nil
            }
        }
    }

    private let data: Data
    private let label: String

    /// Shows a picture.
    ///
    /// - Parameters:
    ///   - data: a PNG or a JPEG; of anything else only the label is shown.
    ///   - label: what it shows, for those who do not see it.
    public init(data: Data, label: some StringProtocol) {
        self.data = data
        self.label = String(label)
    }

    func render(into sheet: inout SheetRendering) {
        guard let format = Format(data) else { return sheet.element("p") { $0.text(label) } }
        sheet.picture("data:image/\(format.rawValue);base64,\(data.base64EncodedString())", label: label)
    }
}
