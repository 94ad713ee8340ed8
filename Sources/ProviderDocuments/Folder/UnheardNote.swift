import Foundation

/// The file that is in a provider's folder while no broker has heard of the last change. A broker whose manifest names the folder sees by it
/// that the folder has changed, and the provider registers what is there when it is started next.
struct UnheardNote: Sendable {
    private static let name = "unheard"

    private let folder: StorageFolder

    /// Names the folder.
    init(in folder: StorageFolder) { self.folder = folder }

    /// Whether it is there.
    var isLeft: Bool { FileManager.default.fileExists(atPath: "\(folder.path)/\(Self.name)") }

    /// Leaves it; one that is there already stays as it is.
    func leave() throws(StorageFault) {
        guard !isLeft else { return }
        do { try folder.write(Self.name, Data(), replacing: false) } catch .exists {}
    }

    /// Takes it back.
    func takeBack() throws(StorageFault) { try folder.remove(Self.name) }
}
