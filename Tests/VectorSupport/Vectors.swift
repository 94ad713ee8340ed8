public import Foundation

public enum Vectors {
    public static let folder: URL? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let path = ProcessInfo.processInfo.environment["MDOC_VECTORS"].map { URL(fileURLWithPath: $0) } ?? root.deletingLastPathComponent().appendingPathComponent("shared/vectors")
        return FileManager.default.fileExists(atPath: path.path) ? path : nil
    }()
    public static var isAvailable: Bool { folder != nil }
}
